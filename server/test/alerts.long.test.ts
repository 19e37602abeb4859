import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/* The unit tests of the alerts, by Prometheus' own promtool; as root on Debian it is downloaded, but not installed. */

const rules = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url))

test('the alerts fire when they should', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'memory-service-promtool-'))
  try {
    const promtool = findPromtool(folder)
    expect(execFileSync(promtool, ['check', 'rules', 'alerts.yml'], { cwd: rules, encoding: 'utf8' })).toContain(
      'SUCCESS',
    )
    execFileSync(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd: rules, stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function findPromtool(folder: string): string {
  const installed = ['/usr/bin/promtool', '/usr/local/bin/promtool', '/opt/homebrew/bin/promtool'].find(existsSync)
  if (installed) return installed
  // The sandbox user of apt may not write here.
  execFileSync('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', 'prometheus'], { cwd: folder, stdio: 'ignore' })
  const [archive = ''] = readdirSync(folder)
  execFileSync('dpkg', ['-x', join(folder, archive), folder])
  return join(folder, 'usr/bin/promtool')
}
