/** The addresses of all pages; `$name` is a parameter. The build writes the list for the server. */

export const HUB = {
  home: '/',
  signUp: '/signup',
  signIn: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmAddress: '/confirm-address',
  restoreAddress: '/restore-address',
  farewell: '/goodbye',
  connect: '/connect',
  memories: '/memories',
  overview: '/overview',
  trash: '/trash',
  tidyUp: '/tidy-up',
  connections: '/connections',
  connection: '/connections/$id',
  activity: '/activity',
  chats: '/chat',
  chat: '/chat/$id',
  review: '/review',
  bring: '/bring',
  settings: '/settings',
  signInSettings: '/settings/sign-in',
} as const

export const PORTAL = {
  home: '/developers',
  signUp: '/developers/signup',
  signIn: '/developers/login',
  forgotPassword: '/developers/forgot-password',
  resetPassword: '/developers/reset-password',
  confirmAddress: '/developers/confirm-address',
  restoreAddress: '/developers/restore-address',
  apps: '/developers/apps',
  newApp: '/developers/apps/new',
  app: '/developers/apps/$id',
  requests: '/developers/apps/$id/requests',
  webhooks: '/developers/apps/$id/webhooks',
  usage: '/developers/apps/$id/usage',
  audit: '/developers/apps/$id/audit',
  guides: '/developers/docs',
  guide: '/developers/docs/$guide',
  error: '/developers/docs/errors/$code',
  reference: '/developers/reference',
  operation: '/developers/reference/$operation',
  settings: '/developers/settings',
  signInSettings: '/developers/settings/sign-in',
} as const

/** The addresses of the pages that both kinds of account have. */
export const urlsOf = (accountKind: 'user' | 'developer') => (accountKind === 'user' ? HUB : PORTAL)

export const PAGES: readonly string[] = [...Object.values(HUB), ...Object.values(PORTAL)]

/** Pages that anyone may read, and search engines may list. */
export const OPEN_PAGES: readonly string[] = [
  ...[HUB.home, PORTAL.home],
  ...[PORTAL.guides, PORTAL.guide, PORTAL.error, PORTAL.reference, PORTAL.operation],
]

/** The address of a guide. */
export const guidePath = (slug: string) => PORTAL.guide.replace('$guide', slug)
