import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeOnnxModel } from '../../packages/local-models/test/tiny-models.mjs'
import { embeddingsFrom, recallsByMeaning } from './embedding.ts'
import { testService } from './service.ts'

test('a sentence transformer in EMBEDDINGS_MODEL_DIR gives recall by meaning', async () => {
  const modelDir = await mkdtemp(join(tmpdir(), 'onnx-recall-'))
  await makeOnnxModel(modelDir)
  const service = await testService({ embeddings: embeddingsFrom(modelDir) })
  await recallsByMeaning(service)
  expect(service.ports.vectors.progress().model).toMatch(/^onnx:/)
  await service.stop()
  await rm(modelDir, { recursive: true })
})
