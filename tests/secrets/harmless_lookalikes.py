"""What looks like a secret and is none: hashes, ids, code that handles secrets, placeholders, labels."""

from __future__ import annotations

import base64
import uuid

from planted_secrets import ALNUM, HEX, Chance, luhn_completed

_CODE = """
password = get_password()
password = getpass.getpass("Password: ")
password = request.form["password"]
password = os.environ["DB_PASSWORD"]
password: str
password: string;
password: String!
password: Optional[str] = None
password?: string
password = models.CharField(max_length=128)
password VARCHAR(255) NOT NULL,
password=password, token=token
if password == confirm_password:
def login(username: str, password: str) -> Token:
const { password, token } = req.body
this.password = password;
user.password = hash_password(user.password)
assert password != ""
password_hash = bcrypt.hashpw(password, salt)
token: str
token = secrets.token_urlsafe(32)
token = request.headers.get("Authorization")
token = jwt.encode(payload, settings.SECRET_KEY, algorithm="HS256")
self.token = tokens[i + 1]
max_tokens: 4096
tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
next_token = self.lexer.next()
api_key = os.environ["X"]
api_key = os.getenv("OPENAI_API_KEY")
apiKey: process.env.API_KEY,
api_key=settings.api_key,
secret = vault.read("secret/data/app")
SECRET_KEY = env("SECRET_KEY")
secretName: db-credentials-v2
primary_key = "user_id_2024"
cache_key = f"user:{user_id}:profile"
sort_key = "created_at_desc2"
key = "settings.editor.fontSize14"
monkey = "banana42banana"
for key, value in sorted(mapping.items()):
token_type: Bearer
"token_endpoint": "https://auth.acme.io/oauth2/token",
raise ValueError("password must contain 1 digit and 8 characters")
if token == "access":
passwordInput.value = ""
PASSWORD_MIN_LENGTH = 12
password_field = "new_password1"
type="password" autocomplete="current-password"
Password = "Password"
"password": "Enter your password",
"forgotPassword": "Forgot your password?",
label_password = _("Password (again)")
hasattr(pwd, "getpwall")
docker run -p 8080:80 nginx
mysql -u root -p shop
ssh -p 2222 deploy@10.0.0.7
curl -u "$USER:$PASS" https://acme.io
curl -H "Authorization: Bearer $TOKEN" https://acme.io
psql postgres://localhost:5432/shop
postgres://user:password@localhost/db
postgres://${DB_USER}:${DB_PASS}@${DB_HOST}/shop
https://acme.io:8443/path?to=a@b
git clone git@github.com:acme/app.git
npm install left-pad@1.3.0
uses: actions/checkout@v4
icon@2x.png
@app.route("/users")
y = x@W.T + b
{"$ref": "#/components/schemas/Token"}
if "-----BEGIN RSA PRIVATE KEY-----" in text:
-----BEGIN CERTIFICATE-----
Authorization: Bearer <token>
bearer authentication is described in RFC 6750
.sk-circle-fade-dot-container { color: #ff00aa }
sk-learn and sk-image are names people use
grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr));
def compute_rolling_average_of_window_sizes_for_series(x):
getUserAccessTokenFromAuthorizationHeaderOrCookie()
AbstractSingletonProxyFactoryBeanConfigurationProvider
--token-limit 4096 --password-file /run/secrets/pw
password_file: /run/secrets/db_password
DB_PASSWORD_FILE=/run/secrets/db_password
kubectl get secret app-tls -o yaml
The password is stored in the vault.
The password is hashed with argon2id before it is saved.
The password is base64-encoded, not encrypted.
Token refresh happens every 15 minutes.
The secret is rotated every 30 days.
Passwords must be at least 12 characters long.
Tests pass: 128, fail: 0
First pass: collect the symbols; second pass: resolve them
The key is to keep functions short.
the access token expires after 3600 seconds
set the password to something strong
reset your password at https://acme.io/reset
tel +1 is the prefix of the US
""".strip().splitlines()

_PLACEHOLDERS = (
    *("<your-token>", "xxx", "xxxxxxxx", "changeme", "${TOKEN}", "****", "$TOKEN", "{{ token }}", "YOUR_API_KEY"),
    *("your-api-key-here", "<password>", "null", "None", "...", "%s", "example", "placeholder", "{token}", "TODO"),
)
_PLACEHOLDER_LINES = ("password: {}", 'api_key = "{}"', "TOKEN={}", '{{"secret": "{}"}}', "--password={}")


def harmless(seed: int) -> list[str]:
    chance = Chance(seed)
    generated = [line for _ in range(6) for line in _generated(chance)]
    placeholders = [line.format(value) for line in _PLACEHOLDER_LINES for value in _PLACEHOLDERS]
    return [*_CODE, *placeholders, *generated]


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
