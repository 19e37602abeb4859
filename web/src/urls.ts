/** The addresses of all pages; `$name` is a parameter. The build writes the list for the server. */

export const HUB = {
  home: '/',
  signUp: '/signup',
  signIn: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmAddress: '/confirm-address',
  restoreAddress: '/restore-address',
  connect: '/connect',
  memories: '/memories',
  trash: '/trash',
  connections: '/connections',
  connection: '/connections/$id',
  activity: '/activity',
  chats: '/chat',
  chat: '/chat/$id',
  review: '/review',
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
  webhooks: '/developers/apps/$id/webhooks',
  usage: '/developers/apps/$id/usage',
  audit: '/developers/apps/$id/audit',
  reference: '/developers/reference',
  settings: '/developers/settings',
  signInSettings: '/developers/settings/sign-in',
} as const

export const PAGES: readonly string[] = [...Object.values(HUB), ...Object.values(PORTAL)]
