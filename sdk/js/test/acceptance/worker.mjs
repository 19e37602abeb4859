import { check } from './check.mjs'

export default {
  async fetch(request) {
    try {
      return new Response(await check(await request.json()))
    } catch (error) {
      return new Response(String(error.stack), { status: 500 })
    }
  },
}
