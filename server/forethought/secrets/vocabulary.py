"""The words by which secrets are told from what merely speaks of them."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Names of what people choose, of what is agreed on, and of what a machine issues.
PASSWORDS = words("""
    password passwords passwd passphrase passcode pwd pswd psk pincode mdp passe userpass dbpass rootpw keypass
    storepass sshpass passwort kennwort contraseña contrasena senha пароль 密码 パスワード
""")
SECRETS = words("secret secrets credential credentials creds")
TOKENS = words("token tokens auth authorization bearer jwt pat")
PASSWORD_ENDS = ("password", "passwd", "passphrase", "pwd", "passcode", "passwort")
TOKEN_ENDS = ("token", "apikey", "accesskey", "secretkey", "privatekey", "authkey", "accountkey", "encryptionkey")

# A word that makes it something about the secret, not the secret.
ABOUT = words("""
    name names id ids type types kind count counts counter length len size limit limits url uri urls path paths
    file files filename dir folder field fields label labels hint hints placeholder policy policies regex pattern
    rule rules expiry expires expiration ttl age duration timeout hash hashed digest salt algorithm version strength
    error errors message messages msg required enabled disabled valid invalid validator validation verified index
    prefix suffix format class var variable header headers column columns template title text store manager
    provider service factory endpoint location ref refs arn reader writer parser handler input output form page
    modal button icon selector locator check checked checker attempts reset resets changed change updated created
    at on date time timestamp usage budget cost price per rate bucket list map table model schema schemas
    interface visible visibility show hide toggle encoder encoding view screen link route scope scopes
    audience issuer issued level mode source kinds param params arg args option options flag property
    public primary foreign cache sort partition idempotency dedupe routing max min num total prompt completion
    next previous prev page stop pad eos bos unk sep cls mask special vocab word words sub first last
    tokenizer tokenize keyboard keyword keywords keyframe keyframes fingerprint thumbprint checksum
    cursor continuation sync nonce object translation i18n locale short arrow hot event press down up code
    """)
# The key of a map or a table, not of a lock.
PLAIN_KEYS = words("group composite unique natural lookup query dict s3 hash row shard bucket state react")

# Words that stand where a secret would: types, states, labels, dummies.
DULL = words("""
    str string bytes byte int integer bool boolean float number char varchar text any object unknown void
    none null nil undefined true false yes no on off ok optional required nullable mandatory readonly
    secretstr securestring password passwd passwords passphrase passcode pass pwd pw secret secrets token
    tokens key keys apikey credential credentials creds auth bearer basic oauth login user username admin
    root guest hidden masked redacted removed omitted censored empty blank unset missing invalid valid
    expired wrong incorrect weak strong default value values test tests testing example sample
    dummy fake mock placeholder todo fixme tbd changeme change replaceme replace insert enter input prompt
    here your my new old current confirm forgot reset must not should be is the a an to of and or in for
    with from at by per via set get stored encrypted hashed plain plaintext clear raw env environment vault
    keychain keyring config settings file path url form field label name type id please min max length
    characters auto generated random self this that data body header headers query param params public
    private internal external disabled enabled never always same different access refresh session csrf
    implicit code grant client server request response error message page next done failed
    """)

DATABASES = (
    *("postgres", "mysql", "mariadb", "mongodb", "redis", "amqp", "mssql", "sqlserver", "oracle", "clickhouse"),
    *("cockroach", "couch", "cassandra", "neo4j", "bolt", "kafka", "nats", "mqtt", "ldap", "snowflake", "redshift"),
    *("db2", "jdbc", "sqlite", "influx"),
)

TOP_DOMAINS = words("""
    com org net edu gov mil int info biz app dev xyz online site shop store tech cloud email mail blog live pro
    name mobi digital agency solutions services software systems network company group team world global today
    news media studio design works zone space website health bank finance energy capital academy school
    university london berlin paris nyc tokyo asia museum travel jobs law care life one page run gmbh
""")
FILE_ENDINGS = words("py md rs sh ps so pl cc mm go ts js cs hs vb ml st")  # x@y.py is more often a file
NOBODY = words("git noreply no-reply donotreply do-not-reply hg svn")
NOWHERE = words("domain.com yourdomain.com yourcompany.com test.com foo.com bar.com mydomain.com")

IBAN_LENGTHS = {
    country: length
    for length, countries in {
        15: "NO", 16: "BE", 18: "DK FI NL FO GL", 19: "MK SI", 20: "AT BA EE KZ LT LU XK", 21: "CH HR LI LV",
        22: "BG BH DE GB GE IE ME RS", 23: "AE IL GI TL IQ", 24: "AD CZ ES MD PK RO SA SE SK TN VG", 25: "PT ST",
        26: "IS TR", 27: "FR GR IT MC MR SM", 28: "AL AZ CY DO GT HU LB PL SV", 29: "BR EG PS QA UA",
        30: "JO KW MU", 31: "MT SC",
    }.items()
    for country in countries.split()
}  # fmt: skip
