import { NAME, type Wording, wording } from './wording.ts'

/* Rewrites notes of the names under which a person is found in apps: "PSN: darkowl" becomes "My PSN username is darkowl". */

const ACCOUNT =
  '(?:handle|user ?name|user|nick|nick ?name|screen ?name|gamer ?tag|tag|login|alias|account name|profile name|display name)'
const APP = '(\\p{L}[\\p{L}\\p{N}.+]{1,15}(?: (?!ID\\b|id\\b|Id\\b)\\p{L}[\\p{L}\\p{N}]{1,15})?)'
/** One word: what follows says something else. */
const TOKEN = '(?=[@/\\p{L}\\p{N}][^\\s,;]{1,40}$)'
const NO_TOKEN =
  '(?!(?:gone|deleted|none|no|yes|blocked|closed|taken|boring|fun|private|public|unknown|open|locked|expired|lost|new|old|ok|okay|fine|here|there|mine|pending|ready|invalid|valid|hacked|banned|required|missing|wrong|correct|the|an?|too|so|not|still|also|now|awful|great|good|bad|down|working|broken)(?:$|[ .!]))'
const SOCIAL =
  '(Insta|Instagram|IG|Twitter|Threads|Mastodon|Bluesky|Telegram|TikTok|Snapchat|Snap|Facebook|FB|LinkedIn|GitHub|GitLab|Discord|Skype|Signal|Twitch|YouTube|Reddit|WeChat|WhatsApp|Line|KakaoTalk|Kakao|Viber|Strava|Pinterest|Tumblr|VK|Weibo|Venmo|Revolut|Bizum)'
const GAMES =
  '(PSN|Xbox|Xbox Live|Steam|Battle\\.net|BattleTag|Epic|Gamertag|Nintendo|Roblox|Minecraft|Lichess|Chess\\.com|Duolingo|Last\\.fm|Letterboxd|Goodreads|Vinted)'

export const WORDINGS_OF_HANDLES: readonly Wording[] = [
  wording(
    'handle username user nick nickname screen gamer gamertag tag login alias account profile display',
    `^(?:[Mm]y )?(?!(?:Pet|Dog|Cat|Price|Name|The|This|That|Same|Our|His|Her|Their|Dead|Road|Gift|Admin|Old|Former|Work|School)\\b)${APP} ${ACCOUNT}(?:: ?| is (?:now )?| = | )${NO_TOKEN}${TOKEN}`,
    'My $1 username is ',
  ),
  wording(
    'id',
    `^(?:[Mm]y )?(?!(?:Pet|Dog|Cat|The|This|That|Same|Our|His|Her|Their|Order|Ticket|Meeting|Session|Transaction|Case|Invoice|Booking|Video|Photo|Old|Former)\\b)${APP} (?:ID|Id|id)(?:: ?| is (?:now )?| = )${NO_TOKEN}${TOKEN}`,
    'My $1 id is ',
  ),
  wording(
    'is',
    `^[Mm]y (?!(?:\\p{L}+ )?(?:e-?mail|address|mail)\\b)${APP} is (?:now )?(?=@[^\\s,;@]{2,40}$)`,
    'My $1 username is ',
  ),
  wording(
    'handle username user nick nickname screen gamertag tag login alias account profile display',
    `^(?:[Mm]y )?(?:[Uu]ser ?name|[Hh]andle|[Nn]ick ?name|[Nn]ick|[Aa]lias|[Gg]amer ?tag|[Ss]creen ?name) on (\\p{Lu}[\\p{L}\\p{N}.]{1,15})(?:: ?| is (?:now )?)${NO_TOKEN}${TOKEN}`,
    'My $1 username is ',
  ),
  wording(
    'is am',
    `^I am (?:now )?(@?[\\p{L}\\p{N}][^\\s,;@]{1,40}) on ${SOCIAL}(?: now| these days)?$`,
    'My $2 username is $1',
    'iu',
  ),
]

export const WHOLE_OF_HANDLES: readonly Wording[] = [
  wording(
    'insta ig twitter threads mastodon bluesky telegram tiktok snap facebook fb linkedin github gitlab discord skype signal twitch youtube reddit wechat whatsapp line kakao viber strava pinterest tumblr vk weibo venmo revolut bizum',
    `^(?:[Mm]y )?${SOCIAL}(?:: ?| is (?:now )?| = )(?=[^\\s,;]*[@/\\d._#])${TOKEN}(?!\\+?\\d[\\d-]+$)(?![^\\s@]+@)(?!https?:)`,
    'My $1 username is ',
  ),
  wording(
    'psn xbox steam battle epic gamertag nintendo roblox minecraft lichess chess duolingo last.fm letterboxd goodreads vinted',
    `^(?:[Mm]y )?${GAMES}(?:: ?| = )${NO_TOKEN}${TOKEN}`,
    'My $1 username is ',
  ),
  wording(
    'major minor subject degree',
    `^[Mm]ajor(?::| is(?: now)?) (?=\\p{L}{4,}(?: (?:and )?\\p{L}+){0,3}[.]?$)(?!${NAME}$)`,
    'My major is ',
  ),
]
