import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { localAddress, replayCommand } from './local-replay.ts'

test('the local address keeps the path and the query of the endpoint', () => {
  expect(localAddress('https://trail.example/hooks?a=1')).toBe('http://localhost:3000/hooks?a=1')
  expect(localAddress('https://trail.example')).toBe('http://localhost:3000/')
})

test('a shell passes the body and the headers of the command on unchanged', () => {
  const body = `{"it's":"$HOME \`id\` \\"quoted\\" é"}`
  const command = replayCommand('http://localhost:3000/', {
    url: 'https://trail.example/',
    body,
    headers: { 'x-service-event': 'old' },
    fresh_headers: { 'x-service-event': 'memory.created' },
  })
  const printed = execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\n'`)], { encoding: 'utf8' })
  expect(printed.split('\n').slice(0, -1)).toEqual([
    ...['-i', '-X', 'POST', 'http://localhost:3000/', '-H', 'x-service-event: memory.created', '--data-raw', body],
  ])
})
