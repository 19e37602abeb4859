import { defineConfig } from 'vitest/config'

const service = {
  include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'sdk/test/**/*.test.ts'],
  exclude: [
    '**/*.unit.test.ts',
    '**/*.onnx.test.ts',
    '**/*.runtimes.test.ts',
    '**/*.guide.test.ts',
    '**/*.e2e.test.ts',
    '**/*.long.test.ts',
    '**/node_modules/**',
  ],
}
const patient = { testTimeout: 60_000, hookTimeout: 120_000 }
// Files share what they import, so the service's code is read once by a process and not by each file.
const shared = { isolate: false }

/** Tests through the front door run on both engines; pure ones, those of optional parts, documents and browsers once. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      { test: { name: 'pure', include: ['{server,sdk,web}/**/*.unit.test.ts'], ...patient } },
      {
        test: {
          name: 'onnx',
          include: ['server/**/*.onnx.test.ts'],
          ...patient,
          globalSetup: ['server/test/onnx.setup.ts', 'server/test/embedded.setup.ts'],
        },
      },
      {
        test: {
          name: 'runtimes',
          include: ['sdk/**/*.runtimes.test.ts'],
          ...patient,
          globalSetup: ['sdk/test/runtimes.setup.ts', 'server/test/embedded.setup.ts'],
        },
      },
      {
        test: {
          name: 'embedded',
          ...service,
          exclude: [...service.exclude, '**/*.pg.test.ts'],
          ...patient,
          ...shared,
          globalSetup: 'server/test/embedded.setup.ts',
        },
      },
      {
        test: {
          name: 'guides',
          include: ['server/test/**/*.guide.test.ts'],
          ...patient,
          globalSetup: 'server/test/embedded.setup.ts',
        },
      },
      {
        test: {
          name: 'browser',
          include: ['{sdk,web}/test/**/*.e2e.test.ts'],
          ...patient,
          globalSetup: ['server/test/embedded.setup.ts', 'web/test/browser.setup.ts'],
        },
      },
      {
        test: {
          name: 'postgres',
          ...service,
          exclude: [...service.exclude, '**/*.embedded.test.ts'],
          ...patient,
          ...shared,
          globalSetup: 'server/test/postgres.setup.ts',
        },
      },
      // What takes statistics or long waits: `npm run test:long`.
      ...(process.env.LONG
        ? [
            {
              test: {
                name: 'long',
                include: ['server/test/*.long.test.ts'],
                ...patient,
                globalSetup: 'server/test/embedded.setup.ts',
              },
            },
          ]
        : []),
    ],
  },
})
