import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/* The alerts, checked by Prometheus' own promtool. */

const rules = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url))

const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: rules, encoding: 'utf8' })

test('the alerts are valid rules', () => {
  expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS')
})

test('the alerts fire when they should, and only then', () => {
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
})
