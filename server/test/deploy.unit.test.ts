import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { PATIENCE } from '../src/edge/connections.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
// biome-ignore lint/suspicious/noExplicitAny: manifests are of every shape.
const documents = (path: string): any[] => parseAllDocuments(read(path)).map((each) => each.toJS())
const KUBERNETES = 'deploy/kubernetes/'
const manifests = readdirSync(new URL(KUBERNETES, root)).filter((name) => name.endsWith('.yaml'))
const resources = manifests.flatMap((name) => documents(KUBERNETES + name))
const kinds = (kind: string) => resources.filter((each) => each.kind === kind)
const settings = new Set([...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name))

describe('the image', () => {
  const dockerfile = read('deploy/Dockerfile')

  test('is made from what is there, and starts as npm start does', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    expect(sources.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
    const { scripts } = JSON.parse(read('package.json'))
    const [, command = '[]'] =
      /^CMD (\[.*\])$/m.exec(dockerfile.split('HEALTHCHECK').at(-1)!.split('\n').slice(2).join('\n')) ?? []
    expect(`exec ${JSON.parse(command).join(' ')}`).toBe(scripts.start)
  })

  test('knows every workspace, for the lock file names them all', () => {
    for (const workspace of JSON.parse(read('package.json')).workspaces)
      expect(dockerfile.match(new RegExp(`^COPY ${workspace}/package.json`, 'gm')), workspace).toHaveLength(2)
  })

  test('does not run as root, ends on SIGTERM and is asked whether it is ready', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK [\s\S]*\/readyz/m)
  })
})

test('every variable that is set anywhere in deploy is one the service reads', () => {
  const [compose] = documents('deploy/compose.yaml')
  const set = [
    ...Object.keys(compose.services.service.environment),
    ...[...read('deploy/Dockerfile').matchAll(/([A-Z_]+)=\S/g)].map(([, name]) => name),
    ...kinds('Deployment').flatMap(({ spec }) =>
      spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name),
    ),
    ...kinds('Kustomization')[0].configMapGenerator[0].literals.map((text: string) => text.split('=')[0]),
  ]
  const ofOthers = ['NODE', 'NODE_ENV', 'ONNXRUNTIME_NODE_INSTALL']
  expect(set.filter((name) => !settings.has(name) && !ofOthers.includes(name))).toEqual([])
})

test('what stands before the service waits as long for a word as the service does', () => {
  const [, balancer] = /^ +timeout server (\d+)s$/m.exec(read('deploy/haproxy/haproxy.cfg')) ?? []
  const [{ metadata }] = kinds('Ingress')
  const ingress = metadata.annotations['nginx.ingress.kubernetes.io/proxy-read-timeout']
  for (const seconds of [balancer, ingress]) expect(Number(seconds) * 1_000).toBeGreaterThanOrEqual(PATIENCE.silenceMs)
})

describe('on Kubernetes', () => {
  test('every manifest is listed, and every name it points to is there', () => {
    const [{ resources: listed }] = kinds('Kustomization')
    expect([...listed, 'kustomization.yaml'].sort()).toEqual(manifests.sort())
    const services = kinds('Service').map(({ metadata }) => metadata.name)
    for (const { spec } of kinds('Ingress'))
      for (const { backend } of spec.rules[0].http.paths) expect(services).toContain(backend.service.name)
    const deployments = kinds('Deployment').map(({ metadata }) => metadata.name)
    for (const { spec } of kinds('HorizontalPodAutoscaler')) expect(deployments).toContain(spec.scaleTargetRef.name)
    for (const { spec } of kinds('PodDisruptionBudget')) expect(deployments).toContain(spec.selector.matchLabels.role)
  })

  test.each(kinds('Deployment'))('$metadata.name: no privilege, a read-only root, three probes, time to drain', ({
    spec,
  }) => {
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
    // A database that is away must not restart every process.
    expect(container.livenessProbe.httpGet.path).toBe('/healthz')
    const [, seconds] = /DRAIN_MS = (\d+)_000/.exec(read('server/src/service.ts')) ?? []
    const value = (name: string) => container.env.find((each: { name: string }) => each.name === name)?.value
    const noticeSeconds = Number(value('DRAIN_NOTICE_MS') ?? 0) / 1_000
    // Only what requests are sent to has to tell that it ends.
    expect(noticeSeconds > 0).toBe(value('ROLE') === 'api')
    expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + noticeSeconds)
    expect(container.resources.limits.memory).toBe(container.resources.requests.memory)
  })
})
