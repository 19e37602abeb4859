import { CONCEPTS, widerConcepts } from './concepts.ts'
import { kindOf } from './replace/kinds.ts'

/** Software, services and languages that the lexicon does not list and people move to. */
const NAMES =
  'figma sketch penpot canva photoshop illustrator indesign lightroom affinity procreate blender jira linear asana trello basecamp monday clickup airtable ' +
  'slack teams discord mattermost todoist ticktick omnifocus roam logseq bear anki docs sheets numbers libreoffice windows ubuntu debian fedora arch ios ' +
  'aws azure gcp heroku netlify vercel cloudflare kubernetes docker terraform gitlab bitbucket jenkins postgres postgresql mysql mongodb sqlite redis ' +
  'react angular vue svelte django rails laravel scala haskell elixir clojure zig bitwarden lastpass dashlane keepass netflix mubi disney hulu goodreads ' +
  'nextcloud toggl clockify harvest darktable audacity reaper storygraph strava garmin komoot ynab quicken quickbooks xero squarespace wordpress ghost substack mailchimp shopify stripe paypal mastodon bluesky'
/** Also names of places. */
const PLACES = new Set(['java', 'rust', 'phoenix'])
const SOFTWARE = new Set([
  'software',
  'app',
  'operating_system',
  'programming_language',
  'social_media',
  'messaging',
  'video_call',
  'cloud_storage',
  'ai',
])
const TOOLS: ReadonlySet<string> = new Set([
  ...NAMES.split(' '),
  ...CONCEPTS.filter(({ name }) => [...widerConcepts(name).keys()].some((wider) => SOFTWARE.has(wider))).flatMap(
    ({ words }) => words,
  ),
])

/** Whether a word in lower case is the name of a tool or service, where nobody can live. */
export function isTool(plain: string): boolean {
  return !PLACES.has(plain) && (TOOLS.has(plain) || kindOf(plain) !== undefined)
}
