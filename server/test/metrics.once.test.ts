import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { routes } from '../src/app.ts'
import { FAILURES } from '../src/foundation/failures.ts'
import { isLongRunning } from '../src/foundation/route.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'

/* The metrics of `/metrics`, and that dashboards, alerts and documents use only existing ones. */

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
// PromQL keywords and functions; every other identifier is a metric or label.
const WORDS = new Set([
  'sum',
  'max',
  'min',
  'rate',
  'increase',
  'changes',
  'unless',
  'deriv',
  'absent',
  'time',
  'histogram_quantile',
  'topk',
  'and',
])
const SUFFIX = /_(bucket|sum|count)$/

let service: TestService
let text: string
let types: Map<string, string>
beforeAll(async () => {
  service = await testService()
  const { token } = await service.connected(['memory:read:*', 'memory:write:*'])
  await service.remember(token, [{ content: 'Runs on Tuesdays.', scope: 'fitness' }])
  await service.get('/v1/memories?query=runs', token)
  await service.get('/v1/memories?query=runs', token)
  await service.call('GET', '/v1/memories', { token: 'mst_nobody' })
  text = (await service.call('GET', '/metrics')).body
  types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]))
})
afterAll(() => service.stop())

const ours = () => [...types.keys()].filter((name) => !/^(process|nodejs)_/.test(name))
const samples = () =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, word]) => [label!, word!])),
    value: Number(value),
  }))
const worth = (name: string, labels: Record<string, string> = {}) =>
  samples().find((each) => each.name === name && Object.entries(labels).every(([key, is]) => each.labels[key] === is))
    ?.value

/** The metrics used in an expression. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|on) ?\([^)]*\)/g, '')
  return [...bare.matchAll(/[a-z_]{2,}\w*/g)].map(([name]) => name).filter((name) => !WORDS.has(name))
}
const isTold = (name: string) => types.has(name) || types.get(name.replace(SUFFIX, '')) === 'histogram'

describe('the metrics', () => {
  test('follow Prometheus naming: counters end in _total, units are seconds and bytes', () => {
    for (const name of ours()) {
      expect(name.endsWith('_total'), name).toBe(types.get(name) === 'counter')
      expect(name, name).not.toMatch(/_(ms|milliseconds|kb|mb|percent)(_|$)/)
      if (types.get(name) === 'histogram') expect(name).toMatch(/_seconds$/)
    }
  })

  test('have labels with few values only', () => {
    const lists: Record<string, RegExp> = {
      route: new RegExp(
        `^(${[...routes.map(({ name }) => name), 'health', 'ready', 'metrics', 'none', 'mcp.*', 'page.*'].join('|')})$`,
      ),
      status: /^[1-5]\d\d$/,
      class: /^[1-5]xx$/,
      code: new RegExp(`^(${Object.keys(FAILURES).join('|')})$`),
    }
    for (const { name, labels } of samples().filter(({ name }) => ours().includes(name.replace(SUFFIX, ''))))
      for (const [label, value] of Object.entries(labels)) {
        expect(value, `${name} ${label}`).toMatch(lists[label] ?? /^[\w. +-]{1,40}$/)
      }
  })

  test('count requests, failures and cache hits', () => {
    expect(worth('http_requests_total', { route: 'findMemories', status: '200' })).toBe(2)
    expect(worth('http_request_duration_seconds_count', { route: 'findMemories', class: '4xx' })).toBe(1)
    expect(worth('refusals_total', { code: 'unauthorized' })).toBe(1)
    expect(worth('cache_lookups_total', { cache: 'indexes', result: 'miss' })).toBe(1)
    expect(worth('cache_lookups_total', { cache: 'indexes', result: 'hit' })).toBe(1)
    expect(worth('http_requests_in_flight')).toBe(1)
    expect(worth('memory_service_build_info')).toBe(1)
  })
})

test('counts and logs failed sign-ins', async () => {
  const { email } = await service.newPerson()
  const failed = () => worth('sign_ins_total', { outcome: 'failed' }) ?? 0
  text = (await service.call('GET', '/metrics')).body
  const before = failed()
  await service.call('POST', '/v1/auth/login', { body: { email, password: 'not the password' } })
  text = (await service.call('GET', '/metrics')).body
  expect(failed()).toBe(before + 1)
})

test('reports overdue work with its age', async () => {
  const { developer, person, app } = await service.connected(['memory:read:*'])
  const { subscription } = await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, {
    cookie: developer.cookie,
    body: { url: 'http://127.0.0.1:9/hooks', events: ['memory.created'] },
  })
  await service.ports.deliveries.close()
  await service.ports.db.count(sql`
    insert into deliveries (user_id, id, app_id, subscription_id, event_id, event_type, data, status, due_at, created_at)
    select ${person.id}, 'dlv_late' || n, ${app.id}, ${subscription.id}, 'evt_' || n, 'webhook.test', '{}', 'pending',
      now() - make_interval(secs => case when n > 3 then -600 else 100 * n end), now() from generate_series(1, 5) n`)
  await expect
    .poll(
      async () => {
        text = (await service.call('GET', '/metrics')).body
        return worth('webhook_deliveries_due')
      },
      { interval: 500 },
    )
    .toBe(3)
  expect(worth('webhook_oldest_due_seconds')).toBeGreaterThanOrEqual(300)
  expect(worth('triggers_due')).toBe(0)
})

test('omits what it cannot look up', async () => {
  expect(worth('mails_waiting')).toBe(0)
  const broken = await testService()
  for (const table of [sql`deliveries`, sql`triggers`, sql`mails`, sql`pauses`])
    await broken.ports.db.count(sql`alter table ${table} rename to ${table}_lost`)
  const down = (await broken.call('GET', '/metrics')).body as string
  await broken.stop()
  expect(down).toMatch(/^http_requests_in_flight 1$/m)
  expect(down).not.toMatch(/^(webhook_(deliveries|oldest)_due|triggers_(oldest_)?due|mails_waiting|service_paused)/m)
  expect(text).not.toMatch(/^data_disk_\w+ 0$/m)
})

// Of Prometheus itself, and of deploy/backup/base-backup.sh.
const ELSEWHERE = ['up', 'memory_service_backup_timestamp_seconds']

describe('the users of the metrics', () => {
  test('the dashboard uses existing metrics and can be imported', () => {
    const dashboard = JSON.parse(read('deploy/grafana/dashboard.json'))
    // biome-ignore lint/suspicious/noExplicitAny: Grafana's own shape.
    const charts = dashboard.panels.filter(({ type }: any) => type !== 'row')
    expect(charts.length).toBeGreaterThan(15)
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    expect(new Set(dashboard.panels.map(({ id }: any) => id)).size).toBe(dashboard.panels.length)
    expect(dashboard.schemaVersion).toBeGreaterThan(30)
    for (const { title, targets } of charts)
      for (const { expr } of targets) {
        const names = namesIn(expr.replace(/\$__\w+/g, '5m'))
        expect(names.length, title).toBeGreaterThan(0)
        expect(
          names.filter((name) => !isTold(name)),
          title,
        ).toEqual([])
      }
  })

  test('every alert uses existing metrics and is documented', () => {
    const guide = read('docs/operations.md')
    const { groups } = parse(read('deploy/prometheus/alerts.yml'))
    // biome-ignore lint/suspicious/noExplicitAny: Prometheus's own shape.
    for (const { alert, expr, annotations } of groups.flatMap(({ rules }: any) => rules)) {
      expect(
        namesIn(expr).filter((name) => !isTold(name) && !ELSEWHERE.includes(name)),
        alert,
      ).toEqual([])
      expect(annotations.summary).toMatch(/\.$/)
      expect(guide).toContain(`\`${alert}\``)
    }
  })

  test('the latency alert excludes the long-running routes', () => {
    const [, left = ''] = /le="1",route!~"([^"]+)"/.exec(read('deploy/prometheus/alerts.yml')) ?? []
    expect(left.split('|').sort()).toEqual(
      routes
        .filter(isLongRunning)
        .map(({ name }) => name)
        .sort(),
    )
  })

  test('the operations guide documents exactly the existing metrics', () => {
    const rows = [...read('docs/operations.md').matchAll(/^\| `([a-z_]+)`/gm)].map(([, name]) => name!)
    const own = ours().filter((name) => !/^(process|nodejs)_/.test(name))
    expect(rows.filter((name) => /^[a-z]+_/.test(name) && !types.has(name))).toEqual([])
    expect(own.filter((name) => !rows.includes(name))).toEqual([])
  })
})

describe('access', () => {
  const TOKEN = 'a token of the collector'.replaceAll(' ', '-')
  const statusWith = async (over: Parameters<typeof testService>[0], headers: Record<string, string> = {}) => {
    const service = await testService(over)
    const { status, body } = await service.call('GET', '/metrics', { headers })
    await service.stop()
    expect(typeof body === 'string' && body.includes('process_cpu')).toBe(status === 200)
    return status
  }

  test('is open without a setting only while no other machine can reach the service', async () => {
    expect(await statusWith({})).toBe(200)
    expect(await statusWith({ isLocal: false })).toBe(403)
  })

  test('requires METRICS_TOKEN', async () => {
    for (const isLocal of [true, false]) {
      const over = { isLocal, metricsToken: TOKEN }
      expect(await statusWith(over)).toBe(401)
      expect(await statusWith(over, { authorization: 'Bearer another-token-entirely' })).toBe(401)
      expect(await statusWith(over, { authorization: `Bearer ${TOKEN}` })).toBe(200)
    }
  })

  test('moves to METRICS_PORT, which serves nothing else', async () => {
    const service = await testService({ isLocal: false, metricsPort: 0 })
    expect((await service.call('GET', '/metrics')).status).toBe(404)
    const at = `http://127.0.0.1:${service.metricsPort}`
    expect(await (await fetch(`${at}/metrics`)).text()).toContain('process_cpu')
    expect((await fetch(`${at}/v1/catalog`)).status).toBe(404)
    await service.stop()
    await expect(fetch(`${at}/metrics`)).rejects.toThrow()
  })
})
