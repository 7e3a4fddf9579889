"""Files and folders that hold secrets by their very name. Nothing of them is recorded or indexed (S2)."""

from __future__ import annotations

import re
from fnmatch import translate

# `secrets` and `credentials` count with the endings of data: `secrets.py` is code like any other,
# and what it should not contain is found by the scan for secrets.
_DATA = (
    "",
    ".json",
    ".yaml",
    ".yml",
    ".toml",
    ".ini",
    ".cfg",
    ".conf",
    ".properties",
    ".xml",
    ".txt",
    ".csv",
    ".enc",
)

_NAMES = (
    *(".env*", "*.env", ".envrc", ".renviron"),
    *("id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p8", "*.p12", "*.pfx", "*.ppk"),
    *("*.jks", "*.keystore", "*.kdb", "*.kdbx", "*.gpg", "*.pgp", "*.agekey", "*.ovpn"),
    *(".netrc", "_netrc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".npmrc", ".pypirc", ".git-credentials"),
    *(
        ".htpasswd",
        ".dockercfg",
        ".s3cfg",
        ".boto",
        ".databrickscfg",
        ".vault-token",
        ".vault_pass*",
        "kubeconfig",
    ),
    *("*.tfvars", "*.tfvars.json", "*.tfstate", "*.tfstate.*", ".terraformrc"),
    *("client_secret*.json", "service-account*.json", "service_account*.json", "*.secret", "*.secrets"),
    *(".*_history",),
    *(f"{stem}{ending}" for stem in ("secret", "secrets", "*credentials", ".credentials") for ending in _DATA),
    *(".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store"),
)
_bears_secrets = re.compile("|".join(translate(name) for name in _NAMES)).match


def bears_secrets(name: str) -> bool:
    """Whether a file or folder of that name is taken to hold secrets; case does not matter."""
    return _bears_secrets(name.lower()) is not None
