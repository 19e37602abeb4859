import type { Person, TestService } from './service.ts'

/*
 * Realistic provider data: the fields of Strava's SummaryActivity (API v3), and exports of the app Health Auto Export in
 * its current and previous version. The data is fictional.
 */

export const STRAVA = '/v1/webhooks/mock-strava'
export const HEALTH = '/v1/webhooks/mock-apple-health'

type Cookie = Pick<Person, 'cookie'>

/** Sends provider data for a user and lists the user's memories, oldest first. */
export function providersOf(service: TestService) {
  return {
    send: ({ cookie }: Cookie, path: string, body: unknown) => service.ok('POST', path, { cookie, body }),
    memoriesOf: async ({ cookie }: Cookie) =>
      (await service.ok('GET', '/v1/memories?limit=100', { cookie })).memories.reverse(),
  }
}

/** An activity as `GET /athlete/activities` of Strava lists it. */
export function stravaActivity(over: Record<string, unknown> = {}) {
  return {
    resource_state: 2,
    athlete: { id: 134815, resource_state: 1 },
    name: 'Morning run',
    distance: 10214.6,
    moving_time: 3121,
    elapsed_time: 3240,
    total_elevation_gain: 120.4,
    type: 'Run',
    sport_type: 'Run',
    workout_type: null,
    id: 15372104417,
    start_date: '2026-05-02T23:30:00Z',
    start_date_local: '2026-05-03T07:30:00Z',
    timezone: '(GMT+08:00) Asia/Singapore',
    utc_offset: 28800,
    location_city: null,
    location_state: null,
    location_country: null,
    achievement_count: 2,
    kudos_count: 7,
    comment_count: 1,
    athlete_count: 1,
    photo_count: 0,
    map: { id: 'a15372104417', summary_polyline: '_p~iF~ps|U_ulLnnqC', resource_state: 2 },
    trainer: false,
    commute: false,
    manual: false,
    private: false,
    visibility: 'followers_only',
    flagged: false,
    gear_id: null,
    start_latlng: [1.29, 103.85],
    end_latlng: [1.29, 103.86],
    average_speed: 3.273,
    max_speed: 5.1,
    average_cadence: 84.2,
    has_heartrate: true,
    average_heartrate: 152.3,
    max_heartrate: 171,
    elev_high: 41.2,
    elev_low: 2.1,
    upload_id: 16480012345,
    external_id: 'garmin_ping_1234567890',
    pr_count: 1,
    total_photo_count: 0,
    has_kudoed: false,
    suffer_score: 61,
    ...over,
  }
}

/** An export of Health Auto Export, version 2, nights summed up. */
export const healthExport = {
  data: {
    metrics: [
      {
        name: 'step_count',
        units: 'count',
        data: [
          { date: '2026-05-03 00:00:00 +0200', qty: 8432, source: 'Ada’s Apple Watch' },
          { date: '2026-05-04 00:00:00 +0200', qty: 11020.5, source: 'Ada’s Apple Watch' },
        ],
      },
      { name: 'resting_heart_rate', units: 'count/min', data: [{ date: '2026-05-03 00:00:00 +0200', qty: 54 }] },
      {
        name: 'heart_rate',
        units: 'count/min',
        data: [{ date: '2026-05-03 00:00:00 +0200', Min: 48, Avg: 71.6, Max: 168 }],
      },
      {
        name: 'blood_pressure',
        units: 'mmHg',
        data: [{ date: '2026-05-03 14:30:00 +0200', systolic: 118, diastolic: 76 }],
      },
      { name: 'dietary_water', units: 'mL', data: [{ date: '2026-05-03 00:00:00 +0200', qty: 1850 }] },
      {
        name: 'sleep_analysis',
        units: 'hr',
        data: [
          {
            date: '2026-05-04 00:00:00 +0200',
            totalSleep: 7.2,
            asleep: 0,
            core: 4.1,
            deep: 1.1,
            rem: 2,
            awake: 0.3,
            inBed: 0,
            sleepStart: '2026-05-03 22:58:12 +0200',
            sleepEnd: '2026-05-04 06:32:40 +0200',
            source: 'Ada’s Apple Watch',
          },
        ],
      },
    ],
    workouts: [
      {
        id: '4F0B2C1E-7D52-4C0B-9B60-3A1D2E5F6A70',
        name: 'Outdoor Cycling',
        start: '2026-05-03 18:05:10 +0200',
        end: '2026-05-03 19:10:40 +0200',
        duration: 3930.2,
        distance: { qty: 14.2, units: 'mi' },
        activeEnergyBurned: { qty: 612.4, units: 'kcal' },
        activeEnergy: [{ date: '2026-05-03 18:05:10 +0200', qty: 9.8, units: 'kcal', source: 'Watch' }],
        heartRateData: [{ date: '2026-05-03 18:05:10 +0200', Min: 90, Avg: 95, Max: 101, units: 'bpm' }],
        heartRate: {
          min: { qty: 90, units: 'bpm' },
          avg: { qty: 138.2, units: 'bpm' },
          max: { qty: 165, units: 'bpm' },
        },
        elevationUp: { qty: 210, units: 'm' },
        intensity: { qty: 8.1, units: 'kcal/hr·kg' },
        isIndoor: false,
        location: 'Outdoor',
        route: [{ latitude: 52.5, longitude: 13.4, altitude: 34, timestamp: '2026-05-03 18:05:11 +0200' }],
      },
    ],
  },
}

/** A workout as version 1 had it: no id, other names. */
export const formerWorkout = {
  name: 'Running',
  start: '2024-02-06 07:00:00 -0800',
  end: '2024-02-06 07:45:00 -0800',
  activeEnergy: { qty: 431, units: 'kcal' },
  distance: { qty: 7.25, units: 'km' },
  avgHeartRate: { qty: 150, units: 'bpm' },
  elevation: { ascent: 55, descent: 50, units: 'm' },
}
