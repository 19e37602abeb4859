import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blocking } from '../scripts/blocking.mjs'
import { generated } from '../scripts/generate.mjs'

const FILES = generated().map(({ path, text }) => ({ name: join(basename(dirname(path)), basename(path)), path, text }))

describe('a generated file of the Python package', () => {
  test.each(FILES)('is up to date after `npm run docs:api`: $name', ({ path, text }) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})

test('a blocking module is the asynchronous one without async and await', () => {
  const source = `import asyncio
import time
from typing import AsyncIterator, Awaitable, Callable
from .http import AsyncHttp

class AsyncPager:
    async def __aiter__(self) -> AsyncIterator[T]:
        async with self.open(await_candidates=True) as chunks:
            async for chunk in chunks.aiter_bytes():
                yield await self.read(chunk)
        await asyncio.sleep(1)
`
  expect(blocking(source)).toContain(`import time
from typing import Callable, Iterator
from .http import Http

class Pager:
    def __iter__(self) -> Iterator[T]:
        with self.open(await_candidates=True) as chunks:
            for chunk in chunks.iter_bytes():
                yield self.read(chunk)
        time.sleep(1)
`)
})
