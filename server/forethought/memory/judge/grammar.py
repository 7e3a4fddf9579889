"""The small words that give a statement its shape: what denies, bounds, splits, dates or generalises it."""

from __future__ import annotations


def _words(*listed: str) -> frozenset[str]:
    return frozenset(word for words in listed for word in words.split())


ENDS = {"start": "prefix", "starts": "prefix", "begin": "prefix", "begins": "prefix", "end": "suffix", "ends": "suffix"}
BE = _words("is are was were be been being isn't aren't wasn't weren't gets get got 's 're")
HAVE = _words("has have had hasn't haven't")
AUX = (
    BE
    | HAVE
    | _words(
        "does do did can could may might must should shall will would cannot can't won't don't doesn't didn't",
        "shouldn't mustn't needn't couldn't wouldn't",
    )
)
ARTICLES = _words("a an the this that these those our my your their its his her some any it there")
PREPOSITIONS = _words(
    "in on at to from with by for of under via through over into onto as between about against inside outside",
    "within behind during before after until since than per near next",
)
FRONTS = _words("in on for under during when behind at with if while after before")
NOBODY = _words("we i you they user it there team everyone people one he she")
ANYBODY = _words("user team prefer everyon")

DENIES = _words(
    "not never no without none nothing nobody neither nor cannot can't won't don't doesn't didn't isn't aren't",
    "wasn't weren't hasn't haven't shouldn't mustn't needn't couldn't wouldn't dont doesnt cant wont isnt",
)
SETS_ASIDE = {"instead": "of", "rather": "than", "away": "from", "switched": "from", "decided": "against"}
GONE = _words(
    "gone removed dropped retired decommissioned deprecated obsolete uninstalled abandoned replaced scrapped",
    "discontinued stopped",
)
# Said of a thing they deny it: `pushes are forbidden` is `do not push`.
UNDOES = _words(
    "forbidden forbid forbids prohibited prohibit banned ban disallowed unsupported impossible optional",
    "unnecessary rejected rejects reject refuses refused blocked blocks block disabled disable deactivated",
    "inactive denied frozen discouraged dislikes dislike hates hate avoid avoids unavailable illegal opt-in",
    "ditched",
)
GRANTS = _words(
    "allowed allow allows may can could permitted possible optional accepted ok okay fine supports supported"
)
CLAUSE = frozenset(",;:.!?()—–") | _words("but while because so whereas since which")
BOUND_UP = _words("newer later higher above up upwards greater more")
LEAST = _words("minimum min least oldest lowest baseline")

LIGHT = (
    ARTICLES
    | PREPOSITIONS
    | AUX
    | DENIES
    | _words(
        "and or if then also only just still now already always ever too very please we i you they he she us them me",
        "one's own up out off all each every both other another more most much many few so such when where who whom",
        "whose what how why whether let's lets longer anymore again currently ok okay yes hey rule note remember fyi",
        "btw actually pls here it's they're there's we're i'm i've we've that's you're one once newer later higher",
        "twice daily nightly hourly weekly monthly yearly am pm w heads",
    )
)

# Said of anything: they tell little about what a statement is about. As concepts, so stemmed.
VAGUE = _words(
    "use run handl save place write build do go make made keep set take have prefer new current primary main",
    "applic app system project team user code repository creat send provid like work thing way own say need",
    "requir allow valu kind type part time every file data limit minimum version releas chang happen exist servic",
    "target call default standard support mean put stay get tell let ask want give follow done across entir whole",
    "everyth all everywher come carri begin base plain simpl separ our server name string modul placed upgrad",
    "move written alway add enabl delet",
)
# In a subject they part nothing from anything: `the primary database` is `the database`.
FILLER = _words(
    "primari main current default new whole entir our own prefer all minimum oldest baselin limit maximum everi",
    "be requir need use run put go pin upgrad listen",
)
WHOLE = _words("applic app system project team code data product user servic")  # where nothing else is named

VERBS = _words(
    "uses use goes go runs run lives live listens listen stores store keeps keep writes write reads read returns",
    "return sends send takes take needs need requires require prefers prefer wants want likes like hosts host",
    "owns own supports support accepts accept rejects reject expires expire lasts last retries retry handles",
    "handle processes process produces produce serves serve builds build applies apply starts start ends end",
    "stops stop follows follow belongs belong allows allow contains contain holds hold includes include excludes",
    "exclude depends depend talks talk calls call imports import exports export exposes expose carries carry",
    "shows show prints print logs log fails fail happens happen works work moves moved move switched dropped",
    "drops drop approves approve maintains maintain signs sign checks check validates validate caches cache loads",
    "load waits wait pauses pause scales scale covers cover touches touch skips skip strips strip warns warn",
    "survives survive exits exit refuses refuse terminates becomes become means mean comes come gives give lets",
    "let asked dislikes hates loves speaks pass passes rotates rotate meets meet flushes wakes polls poll pushes",
    "push pulls pull publishes publish subscribes emits emit renders render compiles compile generates generate",
    "installs install deploys deploy ships ship stays stay remains remain sits sit answers answer enforces",
    "enforce preserves preserve guarantees autosaves offers offer picks pick shares share throws throw raises",
    "raise draws draw searches provisions provision told decided agreed said tracks track formats format lints",
    "manages manage drives backs powers deletes delete removes remove leads lead prefetch arrive arrives fire",
    "fires reports report sets set chats collects collect costs weighs opens open closes close",
)
ORDERS_ALWAYS = _words("always never do don't please no use put add avoid prefer take go make keep write")
ORDERS = ORDERS_ALWAYS | _words(
    "use write put keep run prefer avoid add name sort wrap call set ask cache commit merge push delete indent",
    "format validate tag store split check pass close open restart import expose document send reply answer",
    "rebase prefix suffix stop let's favour favor remember fix test log start end include skip only make read",
    "return create build squash raise catch throw handle require rename move deploy pin",
)
BEFORE_ORDERS = _words("always never please do not don't")
ADDS = _words("import include add run call ask commit tag wrap set log check test write pass validate restart")
# Verbs that only say that something is done, not what; and those of which one thing has many.
DOES = _words(
    "be use handl run build write make do go come follow take render creat manag move switch port replac convert",
    "rewrit migrat happen work rewritten done made implement provid want prefer",
)
HAS = _words("have support need requir includ contain expos allow show add prefer like")

PAST = _words("previously formerly originally initially legacy former old historically earlier")
PAST_PHRASES = (
    "used to", "until", "last year", "last month", "years ago", "at first", "first version", "prototype", "pilot",
    "ago", "before version", "back then", "ended with", "first release", "once was",
)  # fmt: skip
CHANGED = _words(
    "now moved switched migrated upgraded replaced renamed changed rewritten ported converted longer anymore",
    "instead actually pushed dropped gone removed new since",
)
UNIVERSAL = _words("all every each always never any everything everywhere no only must entire whole")

ENVIRONMENTS = _words("production prod staging stage development dev locally ci qa sandbox demo")
ENVIRONMENTS_OF = _words("release debug nightly live test tests local preview deployed offline online")
OF_ENVIRONMENTS = _words(
    "build builds binary pipeline pipelines mode payments database deployments machine files development app",
    "environment server",
)
