import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { CLIENT_TIMEOUTS } from '../src/edge/http/client-timeouts.ts'
import { VERSION } from '../src/foundation/version.ts'
import { RELEASED_MIGRATION } from './last-release.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes.
const documents = (path: string): any[] => parseAllDocuments(read(path)).map((each) => each.toJS())
const KUBERNETES = 'deploy/kubernetes/'
const manifests = readdirSync(new URL(KUBERNETES, root)).filter((name) => name.endsWith('.yaml'))
const resources = manifests.flatMap((name) => documents(KUBERNETES + name))
const kinds = (kind: string) => resources.filter((each) => each.kind === kind)
const settings = new Set([...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name))

describe('the image', () => {
  const dockerfile = read('deploy/Dockerfile')

  test('is built from the npm package, which .dockerignore lets through', () => {
    const [, tarball = ''] = /^COPY (?!--from)(\S+) \S+$/m.exec(dockerfile) ?? []
    const pattern = new RegExp(`^${tarball.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
    expect(`dist/memory-service-${VERSION}.tgz`).toMatch(pattern)
    expect(`dist/memory-service-sdk-${VERSION}.tgz`).not.toMatch(pattern)
    expect(read('.dockerignore').split('\n')).toContain(`!${tarball}`)
  })

  test('is built from one base that can be pinned by its digest', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(new Set(bases).size).toBe(1)
    expect(bases[0]).toMatch(/^node:\$\{NODE\}$/)
    expect(dockerfile).toMatch(/^ARG NODE=\S+$/m)
    expect(read('deploy/README.md')).toContain('--build-arg NODE=')
  })

  test('can be built for arm64: every package with native code has it for both', () => {
    const { packages } = JSON.parse(read('package-lock.json'))
    const native = Object.keys(packages).filter((path) => /linux-x64(-gnu)?$/.test(path) && !packages[path].dev)
    expect(native).toContain('node_modules/@node-rs/argon2-linux-x64-gnu')
    for (const path of native) expect(packages).toHaveProperty([path.replace('x64', 'arm64')])
    expect(dockerfile).not.toMatch(/--platform|x64|amd64/)
  })

  test('starts the program of the package', () => {
    const [, program] = /^CMD \["node", "node_modules\/memory-service\/(.+)"\]$/m.exec(dockerfile) ?? []
    expect(read('scripts/pack.mjs')).toContain(`bin: { 'memory-service': '${program}' }`)
  })

  test('does not run as root, stops on SIGTERM and has a readiness check', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK [\s\S]*\/readyz/m)
  })
})

describe('deploy', () => {
  test('sets only variables that the service reads', () => {
    const [compose] = documents('deploy/compose.yaml')
    const set = [
      ...Object.keys(compose.services.service.environment),
      ...[...read('deploy/Dockerfile').matchAll(/([A-Z_]+)=\S/g)].map(([, name]) => name),
      ...kinds('Deployment').flatMap(({ spec }) =>
        spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name),
      ),
      ...kinds('Kustomization')[0].configMapGenerator[0].literals.map((text: string) => text.split('=')[0]),
    ]
    const notSettings = ['NODE', 'NODE_ENV', 'PATH']
    expect(set.filter((name) => !settings.has(name) && !notSettings.includes(name))).toEqual([])
  })

  test('names every image in the guide to digests', () => {
    const [, guide = ''] = /^## Images by digest\n([\s\S]*?)(?:^## |$(?![\s\S]))/m.exec(read('deploy/README.md')) ?? []
    const [compose] = documents('deploy/compose.yaml')
    const ofCompose = Object.values<{ image: string }>(compose.services).map(({ image }) => image)
    const jobs = documents(`${KUBERNETES}migrate/job.yaml`)
    const ofPods = [...resources, ...jobs].flatMap((each) => {
      const { containers = [], initContainers = [] } = each.spec?.template?.spec ?? {}
      return [...containers, ...initContainers].map(({ image }: { image: string }) => image)
    })
    const foreign = [...ofCompose, ...ofPods].filter((image) => !/(^|\/)memory-service(:|$)/.test(image))
    expect(foreign).toEqual(['postgres:17-bookworm'])
    for (const image of [...foreign, 'kustomization.yaml', 'migrate/job.yaml']) expect(guide).toContain(image)
    expect(guide).toContain(`node:${/^ARG NODE=(\S+)$/m.exec(read('deploy/Dockerfile'))?.[1]}`)
  })

  test('limits the memory of every container of Compose', () => {
    const [compose] = documents('deploy/compose.yaml')
    for (const [name, { mem_limit }] of Object.entries<{ mem_limit?: string }>(compose.services))
      expect(mem_limit, name).toMatch(/^\d+[gm]$/)
  })

  test('waits for responses as long as the service does', () => {
    const [, balancer] = /^ +timeout server (\d+)s$/m.exec(read('deploy/haproxy/haproxy.cfg')) ?? []
    const [{ metadata }] = kinds('Ingress')
    const ingress = metadata.annotations['nginx.ingress.kubernetes.io/proxy-read-timeout']
    for (const seconds of [balancer, ingress])
      expect(Number(seconds) * 1_000).toBeGreaterThanOrEqual(CLIENT_TIMEOUTS.inactivityMs)
  })
})

test('a checkout installs what its build needs, also with NODE_ENV=production', () => {
  expect(read('.npmrc')).toMatch(/^include=dev$/m)
})

test("pgbouncer's files are where Debian's package makes their folders and its init script looks", () => {
  const ini = read('deploy/pgbouncer/pgbouncer.ini')
  expect(/^pidfile = (.*)$/m.exec(ini)?.[1]).toBe('/var/run/postgresql/pgbouncer.pid')
  expect(/^logfile = (.*)$/m.exec(ini)?.[1]).toBe('/var/log/postgresql/pgbouncer.log')
  expect(/^unix_socket_dir = (.*)$/m.exec(ini)?.[1]).toBe('/var/run/postgresql')
})

test('Prometheus scrapes the job that the alert on missing processes looks for', () => {
  const [{ scrape_configs }] = documents('deploy/prometheus/scrape.yml')
  const [, job = ''] = /up\{job=~"([^"]+)"\} == 0/.exec(read('deploy/prometheus/alerts.yml')) ?? []
  expect(scrape_configs[0].job_name).toMatch(new RegExp(`^${job}$`))
})

test('every alert has a test in which it fires', () => {
  const [{ groups }] = documents('deploy/prometheus/alerts.yml')
  const alerts = groups.flatMap(({ rules }: { rules: { alert: string }[] }) => rules.map(({ alert }) => alert))
  const [{ tests }] = documents('deploy/prometheus/alerts.test.yml')
  const cases: { alertname: string; exp_alerts: unknown[] }[] = tests.flatMap(
    (each: { alert_rule_test: object[] }) => each.alert_rule_test,
  )
  const firing = cases.filter(({ exp_alerts }) => exp_alerts.length).map(({ alertname }) => alertname)
  expect([...new Set(firing)].sort()).toEqual([...alerts].sort())
})

describe('systemd', () => {
  const unit = (name: string) =>
    new Map([...read(`deploy/systemd/${name}`).matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]))

  test('runs the service as an ordinary user, without privileges, and gives it time to drain', () => {
    const service = unit('memory-service.service')
    expect(service.get('User')).toBe('memory-service')
    expect(service.get('CapabilityBoundingSet')).toBe('')
    expect(Object.fromEntries(service)).toMatchObject({
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      Restart: 'always',
    })
    const [, seconds] = /DRAIN_MS = (\d+)_000/.exec(read('server/src/service.ts')) ?? []
    expect(Number(service.get('TimeoutStopSec'))).toBeGreaterThan(Number(seconds))
    expect(read('package.json')).toContain(service.get('ExecStart')?.replace('/usr/bin/', ''))
  })

  test('backs up each night with the script of deploy/backup', () => {
    expect(unit('memory-service-backup.timer').get('Persistent')).toBe('true')
    expect(unit('memory-service-backup.service').get('ExecStart')).toContain('deploy/backup/base-backup.sh')
    for (const name of readdirSync(new URL('deploy/backup/', root)))
      expect(statSync(new URL(`deploy/backup/${name}`, root)).mode & 0o111, name).toBeGreaterThan(0)
  })
})

describe('the migration job', () => {
  const [{ spec }] = documents('deploy/kubernetes/migrate/job.yaml')

  test('runs the migrate command of the program, once, without privileges', () => {
    const { securityContext, restartPolicy, containers } = spec.template.spec
    expect([restartPolicy, securityContext.runAsNonRoot]).toEqual(['Never', true])
    const [{ args }] = containers
    expect(read('deploy/Dockerfile')).toContain(args[1])
    expect(read('server/src/command.ts')).toContain(`first === '${args[2]}'`)
    expect(spec.template.metadata.labels.app).toBe(kinds('NetworkPolicy')[0].spec.podSelector.matchLabels.app)
  })
})

describe('the network policy', () => {
  const [{ spec }] = kinds('NetworkPolicy')

  test('admits only the ingress controller and the monitoring', () => {
    const namespaces = spec.ingress.map(({ from, ports }: { from: never[]; ports: { port: string }[] }) => [
      ports.map(({ port }) => port),
      from.map((peer: { namespaceSelector: { matchLabels: object } }) => peer.namespaceSelector.matchLabels),
    ])
    expect(namespaces).toEqual([
      [['http'], [{ 'kubernetes.io/metadata.name': 'ingress-nginx' }]],
      [['metrics'], [{ 'kubernetes.io/metadata.name': 'monitoring' }]],
    ])
  })

  test('lets the service reach public models, webhooks and mail servers', () => {
    const [open] = spec.egress.filter(({ to }: { to?: { ipBlock: { cidr: string } }[] }) =>
      to?.some(({ ipBlock }) => ipBlock.cidr === '0.0.0.0/0'),
    )
    expect(open.ports).toEqual([{ port: 443 }, { port: 465 }, { port: 587 }])
  })

  test('names the ports of every deployment, and metrics have their own', () => {
    const [{ configMapGenerator }] = kinds('Kustomization')
    for (const { spec } of kinds('Deployment')) {
      const { metadata, spec: pod } = spec.template
      const { http, metrics } = Object.fromEntries(
        pod.containers[0].ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [
          name,
          containerPort,
        ]),
      )
      expect(configMapGenerator[0].literals).toContain(`METRICS_PORT=${metrics}`)
      expect(metadata.annotations['prometheus.io/port']).toBe(String(metrics))
      expect(metrics).not.toBe(http)
    }
  })
})

describe('Kubernetes', () => {
  test('lists every manifest, and refers only to existing resources', () => {
    const [{ resources: listed }] = kinds('Kustomization')
    expect([...listed, 'kustomization.yaml'].sort()).toEqual(manifests.sort())
    const services = kinds('Service').map(({ metadata }) => metadata.name)
    for (const { spec } of kinds('Ingress'))
      for (const { backend } of spec.rules[0].http.paths) expect(services).toContain(backend.service.name)
    const deployments = kinds('Deployment').map(({ metadata }) => metadata.name)
    for (const { spec } of kinds('HorizontalPodAutoscaler')) expect(deployments).toContain(spec.scaleTargetRef.name)
    for (const { spec } of kinds('PodDisruptionBudget')) expect(deployments).toContain(spec.selector.matchLabels.role)
  })

  test.each(
    kinds('Deployment'),
  )('gives $metadata.name no privileges, a read-only root, three probes and time to drain', ({ spec }) => {
    const { template, selector } = spec
    expect(template.metadata.labels).toMatchObject(selector.matchLabels)
    const { securityContext, containers, terminationGracePeriodSeconds } = template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    const [container] = containers
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.startupProbe.httpGet.path).toBe('/readyz')
    expect(container.readinessProbe.httpGet.path).toBe('/readyz')
    // An unavailable database must not restart every process.
    expect(container.livenessProbe.httpGet.path).toBe('/healthz')
    const [, seconds] = /DRAIN_MS = (\d+)_000/.exec(read('server/src/service.ts')) ?? []
    const value = (name: string) => container.env.find((each: { name: string }) => each.name === name)?.value
    const noticeSeconds = Number(value('DRAIN_NOTICE_MS') ?? 0) / 1_000
    // Only processes that receive requests announce that they stop.
    expect(noticeSeconds > 0).toBe(value('ROLE') === 'api')
    expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + noticeSeconds)
    expect(container.resources.limits.memory).toBe(container.resources.requests.memory)
  })
})

test('before-upgrade.sql builds every index that the next migrations add to tables of the last release', () => {
  const names = readdirSync(new URL('server/migrations/', root)).filter((name) => name.endsWith('.sql'))
  const textOf = (released: boolean) =>
    names
      .filter((name) => name <= RELEASED_MIGRATION === released)
      .map((name) => read(`server/migrations/${name}`))
      .join('\n')
  const tables = new Set([...textOf(true).matchAll(/^create table (\w+)/gm)].map(([, table]) => table))
  const indexesIn = (text: string) =>
    [...text.matchAll(/^create (unique )?index (?:concurrently )?(?:if not exists )?(\w+ on (\w+) [^;]+);/gm)]
      .filter(([, , , table]) => tables.has(table))
      .map(([, unique = '', index = '']) => unique + index.replace(/\s+/g, ' '))
      .sort()
  expect(indexesIn(read('deploy/postgres/before-upgrade.sql'))).toEqual(indexesIn(textOf(false)))
})
