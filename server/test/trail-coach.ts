import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { freePort } from './free-port.ts'
import type { TestService } from './service.ts'

/* The Trail Coach of the examples, as a web app: started as a process, and used by a person. */

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'context:read:coach']

/** Starts a web app of the examples, connects a person, logs runs and reads the advice. */
export async function useTrailCoach(
  service: TestService,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
) {
  const [person, developer, port] = await Promise.all([service.newPerson(), service.newDeveloper(), freePort()])
  const redirect_uris = [`http://127.0.0.1:${port}/callback`]
  const app = await service.newApp(developer, SCOPES, { redirect_uris })
  const credentials = { SLUG: app.slug, CLIENT_ID: app.client_id, CLIENT_SECRET: app.client_secret }
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, MEMORY_URL: service.url, PORT: String(port), ...credentials, ...env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text))
  const ended = once(child, 'close')
  try {
    const at = `http://127.0.0.1:${port}`
    await expect.poll(() => printed, { timeout: 30_000 }).toContain(`Trail Coach at ${at}/connect`)
    await expect
      .poll(
        () =>
          fetch(at).then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
    const begun = await fetch(`${at}/connect`, { redirect: 'manual' })
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    const {
      client,
      scope = '',
      ...rest
    } = Object.fromEntries(new URL(begun.headers.get('location') ?? '').searchParams)
    const body = { slug: client, scopes: scope.split(' '), ...rest }
    const { redirect_to } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
    const ask = async (path: string, run?: object) => {
      const headers = { cookie, ...(run ? { 'content-type': 'application/json' } : {}) }
      const response = await fetch(new URL(path, at), {
        headers,
        ...(run ? { method: 'POST', body: JSON.stringify(run) } : {}),
      })
      expect(response.status, `${path}: ${printed}`).toBe(200)
      return response
    }
    expect(await (await ask(redirect_to)).text()).toContain('Connected.')
    expect(await (await ask('/runs', { km: 12, trail: 'ridge' })).json()).toMatchObject({ status: 'created' })
    const { runs } = (await (await ask('/advice')).json()) as { runs: string[] }
    expect(runs).toEqual(['Ran 12 km on the ridge trail.'])
    const { memories } = await service.ok('GET', '/v1/memories', { cookie: person.cookie })
    expect(memories).toMatchObject([{ sourceApp: app.slug, scope: 'fitness.trail' }])
    const [{ id }] = (await service.ok('GET', '/v1/connections', { cookie: person.cookie })).items
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    const refused = await fetch(`${at}/advice`, { headers: { cookie } })
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([401, 'connection_revoked'])
  } finally {
    child.kill()
    await ended
  }
}
