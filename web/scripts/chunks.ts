/*
 * Divides the scripts into chunks by what is loaded together and what changes together. (The bundler's default, a chunk
 * for each page and each shared module, made 51 requests for the first page of the Hub.)
 *
 * - `libraries`: the libraries that every page needs, and the bundler's helpers (`helpers.ts`). It changes only with a dependency, so returning visitors have it.
 * - the entry: home, sign-in and error pages with all they need. Most visitors without a session load nothing else.
 * - `developers`: the home page of the portal.
 * - `links`: the pages behind links in mails, and the farewell.
 * - `consent`: the consent page, and `basics`: its components, such as checkboxes, which pages with a session
 *   share. Apps send people to the consent page who have never opened the Hub, so it loads neither of the next two.
 * - `first`: the Memories page, which most visits begin with, and the layout of pages with a session.
 * - `details`: the details of a memory, the forms that add and edit one, and the pages about several: review, trash, tidy up.
 * - `settings`, `chat`, `app-pages`: the settings and the chats of the Hub, and the pages of one app in the portal.
 * - `app-list`: the apps of a developer with their numbers; who has none yet does not load it.
 * - `sign-in-settings`: passkeys and second factors, of both.
 * - `notices`: the component of notices, which is loaded with the first one.
 * - `controls`: the components that other pages with a session use, such as tabs and tables; on the Memories page, menus and
 *   dialogs, loaded after the first interaction.
 * - `hub`, `portal`: their pages. Few visitors use both, and the second page of a surface loads nothing new.
 * - `selection`: the actions on selected memories, loaded with the first selection; `activity-filters`: the filters of the
 *   activity, loaded when they are opened or set.
 * - `overview`, `bring`, `reference`, `guides`: large pages, which a visit seldom includes.
 * - `charts`: the usage page with its chart library, which is larger than all other pages together.
 *
 * A group also takes the dependencies of its modules, except those in a group of higher priority. So each chunk but
 * `consent`, `overview`, `bring`, `reference`, `guides`, `selection`, `activity-filters`, `details`, `settings`,
 * `sign-in-settings`, `chat`, `app-list`, `app-pages` and `notices` imports only chunks above it. `scripts/documents.ts` says
 * which page preloads which chunks.
 */

const PAGES = '[\\\\/]web[\\\\/]src[\\\\/]'
const LINKS = new RegExp(`${PAGES}common[\\\\/](link-pages|farewell-page)\\.|${PAGES}api[\\\\/]mail-links\\.`)

// The queries of only the Hub or the portal have a folder each in `api/`.
const COMPONENTS = new RegExp(
  `${PAGES}(api[\\\\/][\\w-]+\\.|common[\\\\/]|ui[\\\\/])|[\\\\/]@tanstack[\\\\/]|[\\\\/]lucide-react[\\\\/]`,
)
// The charts of the component library bring their own library along.
const COMPONENT_LIBRARY = /[\\/]@mantine[\\/](?!charts)/

const CONSENT = new RegExp(`${PAGES}hub[\\\\/]consent[\\\\/]`)
const CONSENT_COMPONENTS = new RegExp(
  `${PAGES}(ui[\\\\/](about-app|unverified-badge|duration|duration-select|initials|lazy-dialog|on-demand|scope-list|signal-list|sign-in-again|sticky-footer|copy-field|loading|sets)|common[\\\\/]unconfirmed-note|api[\\\\/]hub[\\\\/]consent-queries)\\.`,
)
const CONSENT_CONTROLS = /[\\/]@mantine[\\/].*[\\/](Checkbox|NativeSelect)[\\/]|[\\/]icons[\\/]link-2\./

// The overview with what only it uses.
const OVERVIEW = new RegExp(
  `${PAGES}(hub[\\\\/]overview[\\\\/]|api[\\\\/]hub[\\\\/]overview-queries\\.)|[\\\\/]icons[\\\\/]share-2\\.`,
)
const BRING = new RegExp(`${PAGES}hub[\\\\/]bring[\\\\/]`)
const REFERENCE = new RegExp(`${PAGES}portal[\\\\/]reference[\\\\/](?!example-call)`)

// The list of guides imports each of them on demand.
const GUIDES = new RegExp(`${PAGES}portal[\\\\/]guides[\\\\/]|virtual:guides$`)

const ACTIVITY_FILTERS = new RegExp(`${PAGES}hub[\\\\/]activity[\\\\/](action-groups|filters)\\.`)
const SELECTION = new RegExp(`${PAGES}hub[\\\\/]memories[\\\\/](bulk-changes|selected-memories)\\.`)

// Their store is in the layout, so that none is lost while the rest is loaded.
const NOTICES =
  /[\\/]notices-component\.|[\\/]@mantine[\\/].*[\\/]Notification|[\\/](react-transition-group|@babel)[\\/]/

const ROW_MENU = new RegExp(`${PAGES}hub[\\\\/]memories[\\\\/]row-menu\\.`)
const DETAILS = new RegExp(
  `${PAGES}hub[\\\\/]((palette|use-commands)\\.|review[\\\\/]|memories[\\\\/](app-notes|author|changed-fields|changes|details-pane|differences|edit-memory|history|memory-changes|memory-details|memory-facts|memory-reads|new-memory|nothing-before|related-memories|source|superseded|tidy-up|tools-menu|topic-fields|topic-picker|trash)\\.)|[\\\\/](react-number-format|@mantine[\\\\/].*[\\\\/](NumberInput|Autocomplete))[\\\\/]`,
)
const SETTINGS = new RegExp(`${PAGES}hub[\\\\/]settings[\\\\/]`)
const SIGN_IN_SETTINGS = new RegExp(
  `${PAGES}(common[\\\\/](sign-in-settings|authenticator-app|passkeys|recovery-codes-dialog)|hub[\\\\/]settings[\\\\/]sign-in|portal[\\\\/]sign-in-settings)\\.|[\\\\/]uqr[\\\\/]`,
)
const CHAT = new RegExp(`${PAGES}hub[\\\\/]chat[\\\\/]`)
const APP_PAGES = new RegExp(
  `${PAGES}portal[\\\\/]((webhooks|requests|manifest)[\\\\/]|(app-layout|audit|audit-log|app-form|first-call|new-app|overview|test-badge|test-people)\\.)|[\\\\/]@mantine[\\\\/].*[\\\\/](TagsInput|MultiSelect|PillsInput|Pill)[\\\\/]`,
)

const APP_LIST = new RegExp(`${PAGES}(portal[\\\\/]app-list\\.|api[\\\\/]portal[\\\\/]overview-query\\.)`)

const INITIAL: ['$initial'] = ['$initial']

export const CHUNK_GROUPS = [
  { name: 'libraries', tags: INITIAL, test: /[\\/]node_modules[\\/]/ },
  { name: 'entry', tags: INITIAL },
  { name: 'developers', test: new RegExp(`${PAGES}portal[\\\\/]home\\.`) },
  { name: 'links', test: LINKS, includeDependenciesRecursively: false },
  { name: 'consent', test: CONSENT, includeDependenciesRecursively: false },
  { name: 'overview', test: OVERVIEW, includeDependenciesRecursively: false },
  { name: 'bring', test: BRING, includeDependenciesRecursively: false },
  { name: 'reference', test: REFERENCE, includeDependenciesRecursively: false },
  { name: 'guides', test: GUIDES, includeDependenciesRecursively: false },
  { name: 'selection', test: SELECTION, includeDependenciesRecursively: false },
  { name: 'activity-filters', test: ACTIVITY_FILTERS, includeDependenciesRecursively: false },
  { name: 'basics', test: (id: string) => CONSENT_COMPONENTS.test(id) || CONSENT_CONTROLS.test(id) },
  { name: 'first', test: new RegExp(`${PAGES}hub[\\\\/](layout|memories[\\\\/]page)\\.tsx`) },
  { name: 'details', test: DETAILS, includeDependenciesRecursively: false },
  { name: 'sign-in-settings', test: SIGN_IN_SETTINGS, includeDependenciesRecursively: false },
  { name: 'settings', test: SETTINGS, includeDependenciesRecursively: false },
  { name: 'chat', test: CHAT, includeDependenciesRecursively: false },
  { name: 'app-list', test: APP_LIST, includeDependenciesRecursively: false },
  { name: 'app-pages', test: APP_PAGES, includeDependenciesRecursively: false },
  { name: 'notices', test: NOTICES, includeDependenciesRecursively: false },
  { name: 'controls', test: (id: string) => COMPONENTS.test(id) || COMPONENT_LIBRARY.test(id) || ROW_MENU.test(id) },
  { name: 'hub', test: new RegExp(`${PAGES}(api[\\\\/])?hub[\\\\/]`) },
  { name: 'portal', test: new RegExp(`${PAGES}(api[\\\\/])?portal[\\\\/](?!usage)`) },
  { name: 'charts', test: new RegExp(`${PAGES}portal[\\\\/]usage`) },
].map((group, index, groups) => ({ ...group, priority: groups.length - index }))
