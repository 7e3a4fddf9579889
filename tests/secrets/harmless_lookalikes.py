"""What looks like a secret and is none: hashes, ids, code that handles secrets, placeholders, labels."""

from __future__ import annotations

import base64
import uuid

from planted_secrets import ALNUM, HEX, Chance, luhn_completed

_CODE = r"""
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
AMQPConnectionFactoryBean
kubectl rollout status deploy/api-7d9f8b6c5d-x2x9z
pod/web-5f7d8c9b6d-abcde
arn:aws:iam::123456789012:role/service-role/MyRole
arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-AbCdEf
s3://bucket/key/2024/01/15/part-00000-9f8e7d6c.parquet
X-Request-Id: 7b3f6a2c9d8e4f1a
password = "********"
password = "•••••••"
PASSWORD=
password: ""
password: ''
password: ~
password: !vault |
password: {{ vault_db_password }}
password: "{{ lookup('env', 'DB_PASS') }}"
password: ENC[AES256_GCM,data:xyz]
password: op://vault/item/password
password=$(cat /run/secrets/pw)
password=`pass show db`
password: ${{ secrets.DB_PASSWORD }}
GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}
token: ${{ github.token }}
api_key: <API_KEY>
api_key: "YOUR-API-KEY"
api_key: "sk-..."
OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxx
Authorization: Bearer YOUR_TOKEN
Authorization: Bearer ${token}
Authorization: Bearer {token}
headers = {"Authorization": f"Bearer {token}"}
postgres://user:pass@localhost:5432/db
mysql://root:root@127.0.0.1/test
redis://localhost:6379/0
mongodb://localhost:27017
https://user:pass@example.com/
http://username:password@host
amqp://guest:guest@localhost:5672/
tokenize("hello world 123")
const TOKEN_REGEX = /^[A-Z0-9]{20}$/;
private_key_path = "~/.ssh/id_ed25519"
SECRET_KEY_LENGTH = 32
secret_id = "projects/123/secrets/db"
secretKeyRef:
  name: db-secret
  key: password1
- secretRef: {name: app-env-2}
class PasswordResetTokenGenerator2:
from django.contrib.auth.tokens import default_token_generator
import { AuthTokenV2Service } from './auth-token-v2.service'
TokenType.ACCESS_TOKEN_V2
tokens = line.split("\t")
tokens_per_second: 1234.5
"promptTokens": 1532, "completionTokens": 88
"usage": {"input_tokens": 12345678, "output_tokens": 99}
if (key === 'ArrowUp2') return;
key: "k8s.io/cluster-autoscaler"
cacheKey = sha256(url + "v2")
partition_key = "tenant#42#orders"
foreign_key: user_id
Idempotency-Key: 7b3f6a2c-9d8e-4f1a-8b7c-6d5e4f3a2b1c
keybinding: ctrl+shift+p
keyword="alpha1beta2"
author: Jane Doe
auth: true
auth = AuthService2(config)
auth_url: https://login.acme.io/oauth2/v2.0/authorize
oauth_callback: /api/v1/oauth2/callback
passport = require("passport-oauth2")
bypass = "rule42x"
compass: N45E12
passed: 12, failed: 3
passes=3
password_reset_timeout = 259200
passwordless-auth-v2
the password field id is input-42b
Enter the password (min. 8 chars, 1 digit)
password strength: zxcvbn4 library
passwords are compared with hmac.compare_digest
The password was reset 3 times.
The token was issued by auth0 in 2023.
The secret is in AWS Secrets Manager under prod/db2.
the api key is read from ~/.config/acme/v2.toml
API key: see 1Password
password: see the vault entry db-prod-1
login with your GitHub account and 2FA
pin: GPIO17
pin=13
version pin: 1.2.3
CVE-2024-12345
RFC 6749 section 4.1.3
+1 for this
line 1234567890
phone: string;
phone = models.CharField(max_length=15)
phones: 3
call 911
tel: <your number>
+00:00
2024-01-15 10:20:30+0200
1,234,567.89
3.141592653589793
0.30000000000000004
1.7976931348623157e+308
9007199254740991
18446744073709551615
4503599627370496
1700000000000
localhost:8080
192.168.0.1:5432
127.0.0.1
::1
fe80::1ff:fe23:4567:890a
00:1B:44:11:3A:B7
user@host
root@localhost:~#
deploy@server:/var/www
foo@bar
@types/node@^20.1.0
pkg@npm:1.2.3
lodash@4.17.21
john@example.com
me@mydomain.test
noreply@github.com
12345678+bob@users.noreply.github.com
git@gitlab.acme.io:team/app.git
ssh://git@github.com/acme/app
x = y @ z.T
@media (min-width: 640px)
name@1.0.0-alpha.1
DE 12345
GB2024 report
AT&T
NO12 3456
order #4539148803436468
1234 5678 9012 3456
0000-0000-0000-0000
000-00-0000
123-45-67890
12-34-5678
555-1234
1-2-3-4
v2.10.3-rc.1+build.5
x86_64-unknown-linux-gnu
gAAAAABk
0xdeadbeefcafebabe
#!/usr/bin/env python3
!function(e,t){"use strict";var n=e.token,r=t.key;return n(r)}(a,b);
e.password=t.password,e.token=n.getToken(),r.apiKey=i
{"token":e,"secret":t,"password":n}
function(a,b,c){a.pass=b;c.pwd=a.pass}
assertEqual(password1, password2)
SELECT id, password FROM users WHERE token = $1
INSERT INTO users (name, password) VALUES (?, ?)
ALTER TABLE users ADD COLUMN api_key VARCHAR(64)
GRANT SELECT ON db.* TO 'bob'@'localhost'
password text not null,
token uuid default gen_random_uuid()
def test_password_is_hashed_with_sha256(): ...
expect(screen.getByLabelText('Password')).toBeInTheDocument()
cy.get('#password').type(Cypress.env('PASSWORD'))
await page.fill("input[name=password]", process.env.PW)
<input type="password" name="password" id="password1">
<label for="password">Password</label>
t("auth.password.placeholder")
"auth.password": "Passwort eingeben",
"password": "Mot de passe",
"password": "Contraseña",
"tokenExpired": "Your session has expired",
error: invalid token at line 12 col 34
Unexpected token } in JSON at position 12345
token: NAME(42) 'foo2'
Token(type='NUMBER', value='123456')
lexer.token = Token::Ident("abc123def")
--api-key-file=/etc/app/key
--token-ttl=3600s --secret-name=app-secret-v2
aws secretsmanager get-secret-value --secret-id prod/db/v2
vault kv get -field=password secret/db
gcloud auth print-access-token
docker build --secret id=npm,src=.npmrc .
ssh-keygen -t ed25519 -C "bob"
openssl genrsa -out key.pem 2048
curl -u "$USER" https://acme.io/api/v2
curl https://acme.io:8443/v1/items?token=$TOKEN
mysql -h db -P 3306 -u app -p
psql -p 5432 -U app
mkdir -p src/app2/components
cp -p file1 file2
nmap -p 80,443 10.0.0.1
unzip -p archive.zip file2.txt
grep -P '\d{3}' file1
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
