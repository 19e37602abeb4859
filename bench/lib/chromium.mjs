// How benchmarks start Chromium.

import { existsSync } from 'node:fs'

const USUAL_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const CHROMIUM_OPTIONS = {
  executablePath: process.env.CHROMIUM ?? USUAL_PATHS.find((path) => existsSync(path)) ?? USUAL_PATHS[0],
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
}
