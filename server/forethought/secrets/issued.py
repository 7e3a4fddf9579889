"""Secrets whose issuer gave them a shape of their own: a prefix, a checksum, a frame.

The table is data: a kind, the fixed texts it starts with, and what must follow. Fixed texts are looked for
with `str.find` among the long words of a text, which are few; only there is a pattern tried.
"""

from __future__ import annotations

import base64
import binascii
import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from forethought.secrets.hits import Hit

_ISSUED = r"""
aws-access-key      AKIA ASIA ABIA ACCA             [A-Z0-9]{16}(?![A-Za-z0-9])
aws-mws-key         amzn.mws.                       [0-9a-f-]{36}
aws-bedrock-key     ABSK                            [A-Za-z0-9+/]{100,}+=*
github-token        ghp_ gho_ ghu_ ghs_ ghr_        [A-Za-z0-9]{20,}+
github-token        github_pat_                     [A-Za-z0-9_]{20,}+
gitlab-token        glpat- gldt- glrt- glptt- glft- glimt-          [\w.-]{16,}+
gitlab-token        glagent- gloas- glcbt- glsoat- glffct-          [\w.-]{16,}+
gitlab-token        GR1348941                       [\w-]{20,}+
slack-token         xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxc- xoxd- xapp-   [\w%-]{10,}+
slack-token         xoxe.xoxp- xoxe.xoxb-           [\w%-]{10,}+
slack-webhook       hooks.slack.com/                (?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}+
discord-webhook     discord.com/api/ discordapp.com/api/   (?:v\d+/)?webhooks/\d{5,20}/[\w-]{20,}+
teams-webhook       webhook.office.com/             webhookb2/[\w@/-]{40,}+
zapier-webhook      hooks.zapier.com/hooks/catch/   \d+/\w+
anthropic-key       sk-ant-                         [\w-]{16,}+
openrouter-key      sk-or-                          [\w-]{20,}+
openai-key          sk-proj- sk-svcacct- sk-admin- sk-None-   [\w-]{20,}+
openai-key          sk-                             (?=[A-Za-z]*\d)[A-Za-z0-9]{20,}+(?![\w-])
groq-key            gsk_                            [A-Za-z0-9]{32,}+
xai-key             xai-                            [A-Za-z0-9]{40,}+
perplexity-key      pplx-                           [A-Za-z0-9]{32,}+
replicate-token     r8_                             [A-Za-z0-9]{30,}+
langsmith-key       lsv2_pt_ lsv2_sk_               [0-9a-f_]{32,}+
pinecone-key        pcsk_                           \w{40,}+
tavily-key          tvly-                           [\w-]{24,}+
huggingface-token   hf_                             (?=\w*[A-Z])[A-Za-z0-9]{28,}+
huggingface-token   api_org_                        [A-Za-z0-9]{30,}+
google-api-key      AIza                            [\w-]{30,}+
google-oauth        GOCSPX- ya29.                   [\w.-]{20,}+
google-oauth        1//0                            [\w-]{30,}+
gcp-service-account ewogICJ0eXBlIjogInNlcnZpY2VfYWNjb3VudC   [A-Za-z0-9+/=]*+
gcp-service-account eyJ0eXBlIjoic2VydmljZV9hY2NvdW50 [A-Za-z0-9+/=]*+
firebase-key        AAAA                            [\w-]{7}:[\w-]{100,}+
npm-token           npm_                            (?=\w*[A-Z\d])[A-Za-z0-9]{30,}+
pypi-token          pypi-                           (?=[\w-]*\d)[\w-]{32,}+
rubygems-token      rubygems_                       [0-9a-f]{32,}+
crates-token        cio                             [A-Za-z0-9]{32}(?![A-Za-z0-9])
nuget-key           oy2                             [a-z0-9]{43}(?![A-Za-z0-9])
clojars-token       CLOJARS_                        [0-9a-f]{40,}+
docker-token        dckr_pat_ dckr_oat_             [\w-]{20,}+
artifactory-token   AKCp                            [A-Za-z0-9]{60,}+
stripe-key          sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_   [A-Za-z0-9]{10,}+
stripe-key          whsec_                          [A-Za-z0-9+/]{20,}+=*
square-key          sq0atp- sq0csp- sq0idp-         [\w-]{20,}+
square-key          EAAA                            [\w-]{56,}+
razorpay-key        rzp_live_ rzp_test_             [A-Za-z0-9]{12,}+
paypal-token        access_token$                   (?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}
plaid-token         access-sandbox- access-production- access-development-   [0-9a-f-]{32,}+
shopify-token       shpat_ shpca_ shppa_ shpss_     [0-9a-fA-F]{24,}+
twilio-key          SK AC                           [0-9a-f]{32}(?![A-Za-z0-9])
sendgrid-key        SG.                             [\w-]{16,}+\.[\w-]{16,}+
mailgun-key         key-                            [0-9a-f]{32}(?![A-Za-z0-9])
brevo-key           xkeysib- xsmtpsib-              [0-9a-f]{40,}+[\w-]*
digitalocean-token  dop_v1_ doo_v1_ dor_v1_         [0-9a-f]{32,}+
heroku-key          HRKU-                           [\w-]{30,}+
fly-token           fm1_ fm2_ fo1_                  [\w+/=-]{40,}+
netlify-token       nfp_                            [A-Za-z0-9]{30,}+
supabase-key        sbp_ sb_secret_                 [\w-]{20,}+
planetscale-key     pscale_tkn_ pscale_pw_ pscale_oauth_   [\w.=-]{32,}+
pulumi-token        pul-                            [0-9a-f]{40}(?![A-Za-z0-9])
vault-token         hvs. hvb. hvr.                  [\w-]{20,}+
doppler-token       dp.pt. dp.st. dp.ct. dp.sa. dp.scim.   [\w.-]{30,}+
databricks-token    dapi                            [0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])
dropbox-token       sl.                             (?=[\w-]*\d)[\w-]{60,}+
atlassian-token     ATATT3 ATCTT3 ATBB              [\w=.-]{20,}+
linear-key          lin_api_ lin_oauth_             [A-Za-z0-9]{30,}+
notion-token        secret_                         (?=[A-Za-z]*\d)[A-Za-z0-9]{43}(?![A-Za-z0-9])
notion-token        ntn_                            [A-Za-z0-9]{40,}+
airtable-token      pat                             [A-Za-z0-9]{14}\.[0-9a-f]{64}
figma-token         figd_ figo_                     [\w-]{30,}+
postman-key         PMAK-                           [0-9a-f]{24}-[0-9a-f]{34}
asana-token         1/ 2/ 0/                        \d{10,20}[:/][0-9a-f]{32}(?![A-Za-z0-9])
grafana-token       glsa_ glc_                      [\w+/=]{30,}+
sentry-token        sntrys_ sntryu_                 [\w+/=]{30,}+
newrelic-key        NRAK- NRII- NRJS- NRRA-         [A-Za-z0-9_-]{19,}+
dynatrace-token     dt0c01. dt0s01.                 [A-Z0-9]{20,}+\.[A-Z0-9]{50,}+
hubspot-token       pat-na1- pat-eu1-               [0-9a-f-]{36}
typeform-token      tfp_                            [\w-]{40,}+
buildkite-token     bkua_ bkct_                     [A-Za-z0-9]{30,}+
circleci-token      CCIPAT_ CCIPRJ_                 \w{30,}+
sonar-token         squ_ sqa_ sqp_                  [0-9a-f]{40}(?![A-Za-z0-9])
tailscale-key       tskey-                          [a-z]+-[\w-]{16,}+
onepassword-token   ops_eyJ                         [\w-]{50,}+
cloudflare-key      v1.0-                           [0-9a-f]{24}-[0-9a-f]{100,}+
mapbox-token        sk.eyJ pk.eyJ                   [\w-]{20,}+\.[\w-]{10,}+
age-key             AGE-SECRET-KEY-1                [0-9A-Z]{40,}+
jwt                 eyJ                             [\w-]{8,}+\.(?:eyJ[\w-]{6,}+|[\w-]*+(?=\.[\w-]{4}))(?:\.[\w-]*+)*+
"""


def _table() -> Iterator[tuple[str, str, re.Pattern[str]]]:
    for line in _ISSUED.strip().splitlines():
        kind, *starts, rest = line.split()
        pattern = re.compile(rest, re.ASCII)
        for start in starts:
            yield kind, start, pattern


_RULES = tuple(_table())

# Shapes without a fixed start. Each begins with a class of characters, which the engine skips to quickly.
_SHAPES = (
    ("telegram-token", re.compile(r"[0-9](?<![\w:.-][0-9])[0-9]{7,9}:[\w-]{35}(?![\w-])", re.ASCII)),
    ("discord-token", re.compile(r"[MNO](?<![\w.-][MNO])[\w-]{22,28}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])", re.ASCII)),
    ("mailchimp-key", re.compile(r"[0-9a-f](?<!\w[0-9a-f])[0-9a-f]{31}-us[0-9]{1,2}(?!\w)")),
    ("azure-secret", re.compile(r"[A-Za-z0-9_~.](?<![\w~.-].)[\w~.]{2}[78]Q~[\w~.-]{31,34}(?![\w~-])", re.ASCII)),
    ("terraform-token", re.compile(r"[A-Za-z0-9](?<!\w.)[A-Za-z0-9]{13}\.atlasv1\.[\w-]{40,}+", re.ASCII)),
)
_SHAPE_HINTS = {"telegram-token": ":", "mailchimp-key": "-us", "azure-secret": "Q~", "terraform-token": ".atlasv1."}
_BLOCK = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE|SECRET) KEY(?: BLOCK)?-----|Private-Lines: \d{1,3}")
_BLOCK_END = re.compile(r"-----END [A-Z0-9 ]{0,40}KEY(?: BLOCK)?-----|Private-MAC: [0-9a-f]+")
_BLOCK_BODY = re.compile(r"(?:[A-Za-z0-9+/=]{16,}+|[^A-Za-z0-9]++)*+")
_BLOCK_LONGEST = 20_000
_LONG_WORD = re.compile(r"[\w.$/:+=%~-]{15,}+", re.ASCII)
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_BASIC = re.compile(r"[Bb]asic\s{1,4}([A-Za-z0-9+/]{8,}+={0,2})")


def find_issued(text: str) -> Iterator[Hit]:
    yield from _key_blocks(text)
    yield from _with_fixed_start(text)
    for kind, shape in _SHAPES:
        if _SHAPE_HINTS.get(kind, ".") in text:
            yield from (Hit(*found.span(), kind) for found in shape.finditer(text))
    for found in _BASIC.finditer(text) if "asic " in text else ():
        if _is_basic(found[1]):
            yield Hit(*found.span(1), "basic-auth")


def _with_fixed_start(text: str) -> Iterator[Hit]:
    longs = [(found.start(), found[0]) for found in _LONG_WORD.finditer(text)]
    joined = "\n".join(word for _, word in longs)
    starts = [0, *accumulate(len(word) + 1 for _, word in longs)]
    signs = {sign for sign in "_-./$" if sign in joined}
    for kind, start, rest in _RULES:
        if any(c not in signs for c in start if not c.isalnum()):
            continue
        at = joined.find(start)
        while at >= 0:
            found = rest.match(joined, at + len(start)) if _begins(joined, at) else None
            if found and _varied(found[0]):
                word = bisect_right(starts, at) - 1
                shift = longs[word][0] - starts[word]
                yield Hit(at + shift, found.end() + shift, kind)
            at = joined.find(start, found.end() if found else at + len(start))


def _varied(body: str) -> bool:
    """Not a row of x or 0, which stands for a token in documentation."""
    return len(set(body)) > 5 and "xxxxxx" not in body.lower()


def _begins(text: str, at: int) -> bool:
    """A token does not begin inside a word; the escape `%3D` before it is none."""
    if at == 0 or not (text[at - 1].isalnum() and text[at - 1].isascii()):
        return True
    return bool(_PERCENT.match(text, max(0, at - 3), at))


def _is_basic(encoded: str) -> bool:
    try:
        plain = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return False
    return b":" in plain and plain.isascii() and plain.decode("ascii").isprintable()


def _key_blocks(text: str) -> Iterator[Hit]:
    """From BEGIN to END, however the lines are quoted, indented or escaped; a cut-off block as far as it goes.

    A mention of the header alone, as in code that looks for one, is not a key.
    """
    done = 0
    end: re.Match[str] | None = None
    for begin in _BLOCK.finditer(text) if " KEY" in text or "Private-Lines" in text else ():
        if begin.start() < done:
            continue
        if done == 0 or (end and end.start() < begin.end()):
            end = _BLOCK_END.search(text, begin.end())
        done = begin.end()
        near = end and end.start() - done < _BLOCK_LONGEST
        if end and near and re.search(r"[A-Za-z0-9+/=]{16}", text[done : min(end.start(), done + 400)]):
            done = end.end()
        elif body := re.search(r"[A-Za-z0-9+/=]{32}", text[done : done + 200]):
            tail = _BLOCK_BODY.match(text, done + body.start())
            done = tail.end() if tail else done
        else:
            continue
        yield Hit(begin.start(), done, "private-key")
