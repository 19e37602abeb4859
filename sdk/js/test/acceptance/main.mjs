import process from 'node:process'
import { check } from './check.mjs'

console.log(await check(JSON.parse(process.env.WORLD)))
