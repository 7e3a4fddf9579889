"""Made-up secrets inside the kinds of text a developer writes.

Every secret is put together at run time from a prefix and chance, so that none stands in the repository.
"""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable
from typing import NamedTuple

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits
URLSAFE = ALNUM + "-_"


class Planted(NamedTuple):
    kind: str
    secret: str
    text: str


class Chance(random.Random):
    def text(self, alphabet: str, length: int) -> str:
        return "".join(self.choices(alphabet, k=length))

    def password(self) -> str:
        """What a person or a password manager would choose."""
        word = self.choice(("Winter", "dragon", "Falcon", "monkey", "Tango", "sunset", "Berlin", "coffee"))
        return self.choice(
            (
                f"{word}{self.randint(10, 9999)}{self.choice('!$#*')}",
                f"{word}{self.choice('!@$#')}{self.randint(10, 999)}",
                f"{word[:3]}{self.randint(100, 999)}{word[3:]}",
                self.text(ALNUM, self.randint(9, 24)) + str(self.randint(0, 9)),
                self.text(ALNUM, 8) + self.choice("!$*+-") + self.text(ALNUM, 4) + str(self.randint(0, 9)),
                f"{word.lower()}{self.randint(1, 99)}",
            )
        )


def luhn_completed(digits: str) -> str:
    total = sum(d if i % 2 else d * 2 - 9 * (d > 4) for i, d in enumerate(map(int, reversed(digits))))
    return digits + str(-total % 10)


def iban(chance: Chance) -> str:
    account = chance.text(string.digits, 18)
    check = 98 - int(account + "131400") % 97
    return f"DE{check:02}{account}"


def key_block(chance: Chance, label: str) -> str:
    body = base64.b64encode(chance.randbytes(192)).decode()
    lines = "\n".join(body[i : i + 64] for i in range(0, len(body), 64))
    return f"-----BEGIN {label}-----\n{lines}\n-----END {label}-----"


def jwt(chance: Chance) -> str:
    def part(data: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip("=")

    return f"{part({'alg': 'HS256'})}.{part({'sub': chance.randint(1, 10**9)})}.{chance.text(URLSAFE, 43)}"


# Tokens that are told by themselves, wherever they stand.
ISSUED: dict[str, Callable[[Chance], str]] = {
    "aws-access-key": lambda c: c.choice(("AKIA", "ASIA")) + c.text(UPPER, 16),
    "github-token": lambda c: c.choice(("ghp_", "gho_", "ghs_")) + c.text(ALNUM, 36),
    "github-pat": lambda c: "github_pat_" + c.text(ALNUM, 22) + "_" + c.text(ALNUM, 59),
    "gitlab-token": lambda c: "glpat-" + c.text(URLSAFE, 20),
    "slack-token": lambda c: "xoxb-" + c.text(string.digits, 12) + "-" + c.text(ALNUM, 24),
    "slack-webhook": lambda c: f"hooks.slack.com/services/T{c.text(UPPER, 8)}/B{c.text(UPPER, 8)}/{c.text(ALNUM, 24)}",
    "discord-webhook": lambda c: f"discord.com/api/webhooks/{c.text('123456789', 18)}/{c.text(URLSAFE, 68)}",
    "discord-token": lambda c: f"M{c.text(ALNUM, 23)}.{c.text(ALNUM, 6)}.{c.text(ALNUM, 27)}",
    "telegram-token": lambda c: f"{c.text('123456789', 9)}:AA{c.text(ALNUM, 33)}",
    "openai-key": lambda c: c.choice(("sk-", "sk-proj-")) + c.text(ALNUM, 48),
    "anthropic-key": lambda c: "sk-ant-" + "api03-" + c.text(URLSAFE, 93) + "AA",
    "google-api-key": lambda c: "AIza" + c.text(URLSAFE, 34) + c.text(ALNUM, 1),
    "google-oauth": lambda c: "GOCSPX-" + c.text(ALNUM, 28),
    "huggingface-token": lambda c: "hf_" + c.text(string.ascii_letters, 34),
    "npm-token": lambda c: "npm_" + c.text(ALNUM, 36),
    "pypi-token": lambda c: "pypi-" + "AgE" + c.text(ALNUM, 80),
    "stripe-key": lambda c: c.choice(("sk_live_", "rk_live_", "sk_test_")) + c.text(ALNUM, 24),
    "twilio-key": lambda c: "SK" + c.text(HEX, 32),
    "sendgrid-key": lambda c: f"SG.{c.text(ALNUM, 22)}.{c.text(ALNUM, 43)}",
    "mailgun-key": lambda c: "key-" + c.text(HEX, 32),
    "mailchimp-key": lambda c: c.text(HEX, 32) + "-us" + str(c.randint(1, 20)),
    "digitalocean-token": lambda c: "dop_v1_" + c.text(HEX, 64),
    "shopify-token": lambda c: "shpat_" + c.text(HEX, 32),
    "databricks-token": lambda c: "dapi" + c.text(HEX, 32),
    "vault-token": lambda c: "hvs." + c.text(ALNUM, 24),
    "docker-token": lambda c: "dckr_pat_" + c.text(ALNUM, 27),
    "linear-key": lambda c: "lin_api_" + c.text(ALNUM, 40),
    "postman-key": lambda c: f"PMAK-{c.text(HEX, 24)}-{c.text(HEX, 34)}",
    "grafana-token": lambda c: "glsa_" + c.text(ALNUM, 32) + "_" + c.text(HEX, 8),
    "newrelic-key": lambda c: "NRAK-" + c.text(UPPER, 27),
    "age-key": lambda c: "AGE-SECRET-KEY-1" + c.text(UPPER, 58),
    "jwt": jwt,
    "rsa-key": lambda c: key_block(c, "RSA PRIVATE KEY"),
    "ssh-key": lambda c: key_block(c, "OPENSSH PRIVATE KEY"),
    "pgp-key": lambda c: key_block(c, "PGP PRIVATE KEY BLOCK"),
}
PERSONAL: dict[str, Callable[[Chance], str]] = {
    "email": lambda c: f"{c.choice(('anna.berg', 'j.doe', 'tom_k', 'li+work'))}{c.randint(1, 99)}@{c.text(HEX, 6)}.de",
    "phone": lambda c: c.choice(("+1 415 555 ", "(212) 555-", "+49 30 9018", "312-555-")) + c.text("23456789", 4),
    "credit-card": lambda c: luhn_completed(c.choice(("4", "51", "55")).ljust(2, "3") + c.text(string.digits, 13)),
    "iban": iban,
    "us-ssn": lambda c: f"{c.randint(100, 665)}-{c.randint(10, 99)}-{c.randint(1000, 9999)}",
}
ANYWHERE = (
    "Use {} for the staging deploy, it expires in May.",
    "I pasted {} into the config by mistake",
    "client = Client('{}')",
    '{{"value": "{}", "retries": 3}}',
    "value: {}",
    "CI_THING={}",
    "run --with {} --verbose",
    "# {}",
    "see `{}` (from the wiki)",
    '"first line\\n{}\\nlast line"',
    "    - {}",
)

# Values that only their place makes a secret.
PASSWORDS = (
    "password: {}",
    "The password is {}",
    "the password for the staging database is {}.",
    "my password was {} until yesterday",
    'password = "{}"',
    "DB_PASSWORD={}",
    "export PGPASSWORD='{}'",
    '{{"user": "app", "password": "{}"}}',
    '{{"dbPassword":"{}"}}',
    "  admin_password: {}",
    "<password>{}</password>",
    "mysql -u root -p{} shop",
    "curl -u deploy:{} https://ci.acme.io/job",
    "pg_restore --password={} dump.sql",
    "vpn connect --password {} --quiet",
    "sshpass -p '{}' ssh root@10.0.0.7",
    "Server=db1;Database=shop;User Id=sa;Password={};Encrypt=True",
    "jdbc:postgresql://db1:5432/shop?user=app&password={}",
    "machine api.acme.io login bot password {}",
    "ALTER USER app WITH PASSWORD '{}';",
    "CREATE USER app IDENTIFIED BY '{}';",
    'user.setPassword("{}");',
    "'password' => '{}',",
    "- name: DB_PASSWORD\n  value: {}",
    "pw: {}",
    "log in with admin / {}",
    "$password = '{}';",
    "spring.datasource.password={}",
    'os.environ["REDIS_PASSWORD"] = "{}"',
    "redis-cli -h cache -a {} ping",
    "root password -> {}",
    "Password for prod: {}",
    "the password was changed to {} on Monday",
    "Use {} as the password",
    "the admin password ({}) must be rotated",
    "Data Source=db;Initial Catalog=x;User ID=sa;Pwd={}",
    "host=db user=x password={} dbname=y",
    "ldapsearch -D cn=x -w {} -b dc=acme",
    "docker login -u bob -p {} images.acme.io",
    "echo '{}' | sudo -S apt update",
    "helm install x --set db.password={}",
    'variable "db_password" {{ default = "{}" }}',
    'private static final String DB_PASSWORD = "{}";',
    '#define WIFI_PASSWORD "{}"',
    "define('DB_PASSWORD', '{}');",
    'requests.get(url, auth=("bob", "{}"))',
    '<property name="password" value="{}"/>',
    '<entry key="db.password">{}</entry>',
    "openssl enc -aes256 -pass pass:{} -in f",
    '"{{\\"password\\": \\"{}\\"}}"',
    "ENV DB_PASSWORD {}",
    "$env:DB_PASSWORD='{}'",
    "password: |\n    {}",
    "Das Passwort lautet {}",
    "le mot de passe est {}",
    "SMTP_PASS={}",
)
CONNECTIONS = (
    "postgres://app:{}@db.internal:5432/shop",
    "DATABASE_URL=mysql://root:{}@127.0.0.1/shop",
    "mongodb+srv://app:{}@cluster0.acme.mongodb.net/prod?retryWrites=true",
    "redis://:{}@cache:6379/0",
    "amqp://guest2:{}@mq.internal:5672/vhost",
    "git clone https://bot:{}@git.acme.io/team/app.git",
    "root:{}@tcp(127.0.0.1:3306)/shop?parseTime=true",
    "proxy = 'http://svc:{}@proxy.acme.io:3128'",
)
TOKENS = (
    'api_key = "{}"',
    "API_TOKEN={}",
    "apiKey: '{}',",
    '{{"clientSecret": "{}"}}',
    "Authorization: Bearer {}",
    'curl -H "X-Api-Key: {}" https://acme.io',
    "https://acme.io/hook?access_token={}&x=1",
    "aws_secret_access_key = {}",
    "secret: {}",
    "deploy --auth-token {} prod",
    "ENV SESSION_SECRET={}",
    "const refreshToken: string = '{}';",
    'encryption_key := "{}"',
    "//registry.acme.io/:_authToken={}",
    "DefaultEndpointsProtocol=https;AccountName=acme;AccountKey={};EndpointSuffix=core.windows.net",
    "the API key is {} for now",
    "API key: {}",
    "Slack signing secret: {}",
    '<add key="ApiKey" value="{}" />',
    "<ApiToken>{}</ApiToken>",
    'headers["Authorization"] = "Token {}"',
    'req.Header.Set("Authorization", "Bearer {}")',
    'os.getenv("API_KEY", "{}")',
    "Cookie: sessionid={}; theme=dark",
    "SENTRY_DSN=https://{}@o12345.ingest.acme.io/678",
    "setx API_KEY {}",
    "jwt secret is {}",
    "otpauth://totp/x?secret={}&issuer=y",
)


def planted(seed: int) -> list[Planted]:
    chance = Chance(seed)
    made: list[Planted] = []
    for kind, make in (ISSUED | PERSONAL).items():
        for template in chance.sample(ANYWHERE, 5):
            secret = make(chance)
            made.append(Planted(kind, secret, template.format(secret)))
    for kind, templates in (("password", PASSWORDS), ("connection", CONNECTIONS)):
        for template in templates:
            secret = chance.password()
            made.append(Planted(kind, secret, template.format(secret)))
    for template in TOKENS:
        secret = chance.choice((chance.text(ALNUM, 40), chance.text(HEX, 32), chance.text(ALNUM, 24)))
        made.append(Planted("token", secret, template.format(secret)))
    return made
