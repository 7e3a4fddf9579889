"""What looks like a secret and is none: hashes, ids, code that handles secrets, placeholders, labels."""

from __future__ import annotations

import base64
import uuid
from pathlib import Path

from planted_secrets import ALNUM, HEX, Chance, luhn_completed

_LINES = (Path(__file__).parent / "harmless_lines.txt").read_text("utf-8").splitlines()

_PLACEHOLDERS = (
    *("<your-token>", "xxx", "xxxxxxxx", "changeme", "${TOKEN}", "****", "$TOKEN", "{{ token }}", "YOUR_API_KEY"),
    *("your-api-key-here", "<password>", "null", "None", "...", "%s", "example", "placeholder", "{token}", "TODO"),
)
_PLACEHOLDER_LINES = ("password: {}", 'api_key = "{}"', "TOKEN={}", '{{"secret": "{}"}}', "--password={}")


def harmless(seed: int) -> list[str]:
    chance = Chance(seed)
    generated = [line for _ in range(6) for line in _generated(chance)]
    placeholders = [line.format(value) for line in _PLACEHOLDER_LINES for value in _PLACEHOLDERS]
    return [*_LINES, *placeholders, *generated]


def _generated(chance: Chance) -> list[str]:
    some_uuid = str(uuid.UUID(int=chance.getrandbits(128), version=4))
    sha1, sha256 = chance.text(HEX, 40), chance.text(HEX, 64)
    noise = base64.b64encode(chance.randbytes(300)).decode()
    sha512 = base64.b64encode(chance.randbytes(64)).decode()
    card = luhn_completed("4" + chance.text("0123456789", 14))
    wrong_card = card[:-1] + str((int(card[-1]) + 1) % 10)
    version = f"{chance.randint(0, 20)}.{chance.randint(0, 99)}.{chance.randint(0, 999)}"
    return [
        f"commit {sha1}",
        f"Fixed in {sha1[:10]}, see also {sha1[10:17]}.",
        f"index {sha1[:7]}..{sha1[7:14]} 100644",
        f"image: acme/app@sha256:{sha256}",
        f"--hash=sha256:{sha256} \\",
        f'"integrity": "sha512-{sha512}",',
        f"id: {some_uuid}",
        f"GET /users/{some_uuid}/orders/{chance.randint(10**5, 10**9)}",
        f'<img src="data:image/png;base64,{noise}">',
        f"EXPECTED = b'{noise[:60]}'",
        f"//# sourceMappingURL=data:application/json;base64,{noise}",
        f'etag: W/"{chance.text(HEX, 32)}"',
        f"color: #{chance.text(HEX, 6)};",
        f'version = "{version}"',
        f"pip install acme=={version}",
        f"/usr/lib/{chance.text(HEX, 12)}/python3.11/site-packages/acme_{version}.dist-info",
        f"2024-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}T10:20:30.123456Z",
        f"10.{chance.randint(0, 255)}.{chance.randint(0, 255)}.{chance.randint(0, 255)}:5432",
        f"fe80::{chance.text(HEX, 4)}:{chance.text(HEX, 4)}:{chance.text(HEX, 4)}",
        f"order {wrong_card} was shipped",
        f"tracking number {chance.text('0123456789', 12)}",
        f"ts={chance.randint(1_600_000_000_000, 1_800_000_000_000)} took 12.5ms",
        f"write to {chance.choice(('jane', 'bob', 'me'))}@example.{chance.choice(('com', 'org'))}",
        f"user{chance.randint(1, 99)}@shop.test",
        f"var a{chance.text(ALNUM, 3)}=function(e,t){{return e[t]||(e[t]=new n({chance.randint(1, 999)}))}};",
        f"https://acme.io/a/{chance.text(ALNUM, 22)}?page={chance.randint(1, 99)}#top",
        f"trace_id={chance.text(HEX, 32)} span_id={chance.text(HEX, 16)}",
        f'"cacheKey": "{chance.text(HEX, 32)}"',
        f"token_count={chance.randint(1000, 99999)}, public_key={chance.text(HEX, 40)}",
        f"ISBN 978-{chance.randint(0, 9)}-{chance.randint(100, 999)}-{chance.randint(10000, 99999)}-4",
    ]
