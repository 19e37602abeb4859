import type { FastifyReply } from 'fastify'
import type { Ports } from '../../foundation/ctx.ts'
import type { Cookie } from '../../foundation/route.ts'

/** The cookie's name in the browser, with the `__Host-` prefix if the service uses https. */
export function cookieName({ config }: Pick<Ports, 'config'>, name: Cookie['name']): string {
  return config.baseUrl.startsWith('https:') ? `__Host-${name}` : name
}

/** Sets cookies, or clears those without a value. */
export function sendCookies(ports: Pick<Ports, 'config'>, reply: FastifyReply, cookies: readonly Cookie[]): void {
  const secure = ports.config.baseUrl.startsWith('https:')
  const common = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  for (const { name, value, maxAgeSeconds } of cookies) {
    if (value === null) reply.clearCookie(cookieName(ports, name), common)
    else reply.setCookie(cookieName(ports, name), value, { ...common, maxAge: maxAgeSeconds })
  }
}
