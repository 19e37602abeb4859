import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formerWorkout, HEALTH, healthExport, providersOf, STRAVA, stravaActivity } from './providers.ts'
import { type TestService, testService } from './service.ts'

let service: TestService
let send: ReturnType<typeof providersOf>['send']
let memoriesOf: ReturnType<typeof providersOf>['memoriesOf']
beforeAll(async () => {
  service = await testService()
  ;({ send, memoriesOf } = providersOf(service))
})
afterAll(() => service.stop())

describe('Strava', () => {
  test('stores an activity as one sentence with its time and scope', async () => {
    const person = await service.newPerson()
    const { accepted, memoryIds } = await send(person, STRAVA, stravaActivity())
    expect(accepted).toBe(true)
    expect(await memoriesOf(person)).toEqual([
      expect.objectContaining({
        id: memoryIds[0],
        type: 'event',
        scope: 'fitness.run',
        content: 'Ran 10.2 km in 52 min on 3 May 2026 ("Morning run"), 120 m of climb, average heart rate 152.',
        occurredAt: '2026-05-02T23:30:00.000Z',
        sourceApp: 'mock-strava',
        importance: 50,
        confidence: 90,
        pinned: false,
      }),
    ])
  })

  test('accepts one activity, a list or a wrapped list, for every sport', async () => {
    const person = await service.newPerson()
    const rest = { average_heartrate: undefined, total_elevation_gain: 0 }
    const swim = stravaActivity({
      id: 1,
      sport_type: 'Swim',
      distance: 800,
      moving_time: 59,
      name: 'A "fast" one',
      ...rest,
    })
    const ride = stravaActivity({
      id: '2',
      sport_type: 'VirtualRide',
      distance: 40_000,
      moving_time: 7_260,
      name: '',
      ...rest,
    })
    const gym = stravaActivity({
      id: 3,
      sport_type: undefined,
      type: 'WeightTraining',
      distance: 0,
      name: null,
      ...rest,
    })
    const padel = stravaActivity({ id: 4, sport_type: 'StandUpPaddling', distance: null, moving_time: 3_600, ...rest })
    await send(person, STRAVA, [swim])
    await send(person, STRAVA, { activities: [ride, gym] })
    await send(person, STRAVA, { activity: padel })
    expect((await memoriesOf(person)).map(({ scope, content }: Record<string, string>) => [scope, content])).toEqual([
      ['fitness.swim', `Swam 800 m in 59 s on 3 May 2026 ("A 'fast' one").`],
      ['fitness.ride', 'Rode 40 km in 2 h 1 min on 3 May 2026.'],
      ['fitness.strength', 'Lifted weights for 52 min on 3 May 2026.'],
      ['fitness.stand-up-paddling', 'Did stand up paddling for 1 h on 3 May 2026 ("Morning run").'],
    ])
  })

  test('skips an item that was sent before, even when its memory was edited or deleted', async () => {
    const person = await service.newPerson()
    const { cookie } = person
    const first = await send(person, STRAVA, [stravaActivity({ id: 1 }), stravaActivity({ id: 2 })])
    await service.ok('DELETE', `/v1/memories/${first.memoryIds[0]}`, { cookie })
    await service.ok('PATCH', `/v1/memories/${first.memoryIds[1]}`, { cookie, body: { content: 'My best run.' } })
    const again = [1, 2, '2'].map((id) => stravaActivity({ id, name: 'Renamed' }))
    expect(await send(person, STRAVA, again)).toEqual({ accepted: false, memoryIds: [] })
    const more = await send(person, STRAVA, [...again, stravaActivity({ id: 3 })])
    expect(more.memoryIds).toHaveLength(1)
    const contents = (await memoriesOf(person)).map(({ content }: { content: string }) => content)
    expect(contents).toEqual(['My best run.', expect.stringContaining('10.2 km')])
  })

  test.each([
    ['distance', stravaActivity({ distance: 'far' })],
    ['id', stravaActivity({ id: undefined })],
    ['id', stravaActivity({ id: 1.5 })],
    ['start_date', stravaActivity({ start_date: 'yesterday' })],
    ['1.moving_time', [stravaActivity(), stravaActivity({ id: 2, moving_time: -1 })]],
    ['activities.0.id', { activities: [{ name: 'x' }] }],
    ['activities', { activities: 'none' }],
    ['activities', { activities: [] }],
    ['', Array.from({ length: 101 }, (_, id) => stravaActivity({ id }))],
    ['', 'a text'],
    ['', null],
  ])('rejects an invalid body and names the field: %s', async (path, body) => {
    const { cookie } = await service.newPerson()
    const reply = await service.call('POST', STRAVA, { cookie, body: JSON.stringify(body) })
    expect([reply.status, reply.body.error.code]).toEqual([400, 'validation_failed'])
    expect(reply.body.error.details[0].path).toBe(path)
  })
})

describe('Apple Health', () => {
  test('stores metrics and workouts in their scopes', async () => {
    const person = await service.newPerson()
    await send(person, HEALTH, healthExport)
    const memories = await memoriesOf(person)
    expect(memories.map(({ scope, content }: Record<string, string>) => [scope, content])).toEqual([
      ['fitness', 'Walked 8,432 steps on 3 May 2026.'],
      ['fitness', 'Walked 11,020.5 steps on 4 May 2026.'],
      ['health', 'Resting heart rate 54 count/min on 3 May 2026.'],
      ['health', 'Heart rate 72 on average (48 to 168) on 3 May 2026.'],
      ['health', 'Blood pressure 118/76 mmHg on 3 May 2026 at 14:30.'],
      ['nutrition', 'Dietary water 1,850 mL on 3 May 2026.'],
      ['sleep', 'Slept 7 h 12 min on 4 May 2026 (22:58 to 06:32), 1 h 6 min deep, 2 h REM.'],
      [
        'fitness.ride',
        'Rode 22.9 km in 1 h 6 min on 3 May 2026, 210 m of climb, average heart rate 138, 612 kcal burned.',
      ],
    ])
    expect(memories[0].occurredAt).toBe('2026-05-02T22:00:00.000Z')
    expect(memories[6].occurredAt).toBe('2026-05-04T04:32:40.000Z')
    expect(memories[7]).toMatchObject({ occurredAt: '2026-05-03T16:05:10.000Z', sourceApp: 'mock-apple-health' })
  })

  test('accepts a workout in the previous format', async () => {
    const person = await service.newPerson()
    const body = { data: { workouts: [formerWorkout, formerWorkout] } }
    expect((await send(person, HEALTH, body)).memoryIds).toHaveLength(1)
    const [{ content }] = await memoriesOf(person)
    expect(content).toBe(
      'Ran 7.3 km in 45 min on 6 February 2024, 55 m of climb, average heart rate 150, 431 kcal burned.',
    )
  })

  test('accepts a workout with only a name and a start', async () => {
    const person = await service.newPerson()
    await send(person, HEALTH, { data: { workouts: [{ name: 'Yoga', start: '2026-05-03 07:00:00 +0200' }] } })
    expect((await memoriesOf(person))[0]).toMatchObject({ scope: 'fitness.yoga', content: 'Did yoga on 3 May 2026.' })
  })

  test('stores a daily metric once, whichever time zone it is sent in', async () => {
    const person = await service.newPerson()
    const day = (name: string, date: string) => ({
      data: { metrics: [{ name, units: 'count', data: [{ date, qty: 5 }] }] },
    })
    const stored = []
    for (const [name, date] of [
      ['step_count', '2026-05-03 00:00:00 +0200'],
      ['step_count', '2026-05-03 00:00:00 -0700'],
      ['step_count', '2026-05-03'],
      ['step_count', '2026-05-04 00:00:00 +0200'],
      ['flights_climbed', '2026-05-03 00:00:00 +0200'],
      ['step_count', '2026-05-03 09:00:00 +0200'],
    ] as const)
      stored.push((await send(person, HEALTH, day(name, date))).memoryIds.length)
    expect(stored).toEqual([1, 0, 0, 1, 1, 1])
    expect((await send(person, HEALTH, healthExport)).memoryIds).toHaveLength(6)
  })

  const metric = (name: string, ...data: unknown[]) => ({ data: { metrics: [{ name, units: '', data }] } })
  test.each([
    ['data', {}],
    ['data', { data: {} }],
    ['data.metrics', { data: { metrics: 'many' } }],
    ['data.metrics.0.data.1.qty', metric('step_count', { date: '2026-05-03', qty: 1 }, { date: '2026-05-04' })],
    ['data.metrics.0.data.0.date', metric('step_count', { date: '2026-02-30', qty: 1 })],
    ['data.metrics.0.data.0.date', metric('step_count', { date: '0000-01-01 00:00:00 +0000', qty: 1 })],
    ['data.metrics.0.data.0.asleep', metric('sleep_analysis', { date: '2026-05-03', value: 'Deep' })],
    ['data.metrics.0.data.0.systolic', metric('blood_pressure', { date: '2026-05-03', diastolic: 80 })],
    ['data.workouts.0.start', { data: { workouts: [{ name: 'Run', start: 'at noon' }] } }],
    ['data', metric('heart_rate', ...Array.from({ length: 101 }, () => ({})))],
  ])('rejects an invalid body and names the field: %s', async (path, body) => {
    const { cookie } = await service.newPerson()
    const reply = await service.call('POST', HEALTH, { cookie, body })
    expect([reply.status, reply.body.error.code]).toEqual([400, 'validation_failed'])
    expect(reply.body.error.details[0].path).toBe(path)
  })
})
