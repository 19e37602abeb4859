// Makes tiny real models out of the project's sample conversation, the same ones each time:
//
//   node server/test/tiny-models.mjs <folder>      writes <folder>/tiny-static
//
// They know the words of that conversation and nothing else. EMBEDDINGS_MODEL_DIR takes them like any other model.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { learnVectors, readVocabulary } from './tiny-training.mjs'

const DIM = 48
const UNKNOWN = '[UNK]'
const PADDING = '[PAD]'

/** Writes a static model in the Model2Vec format into a folder. */
export async function makeStaticModel(folder) {
  await mkdir(folder, { recursive: true })
  const { tokens, sequences } = readVocabulary([PADDING, UNKNOWN])
  const vectors = learnVectors(sequences, tokens.length, DIM)
  await writeTensors(join(folder, 'model.safetensors'), {
    embeddings: { dtype: 'F32', shape: [tokens.length, DIM], values: vectors },
  })
  await writeJson(join(folder, 'tokenizer.json'), tokenizerOf(tokens))
  await writeJson(join(folder, 'config.json'), { model_type: 'model2vec', hidden_dim: DIM, normalize: true })
}

/** A tokenizer.json: lower case, words and punctuation apart, then the longest pieces that are known. */
export function tokenizerOf(tokens) {
  const special = (content) => ({
    ...{ id: tokens.indexOf(content), content, special: true },
    ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
  })
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [PADDING, UNKNOWN].map(special),
    normalizer: {
      type: 'BertNormalizer',
      ...{ clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      ...{ unk_token: UNKNOWN, continuing_subword_prefix: '##', max_input_chars_per_word: 100 },
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    },
  }
}

/** Writes tensors, typed arrays with dtype and shape, as a safetensors file. */
export async function writeTensors(path, tensors) {
  const header = {}
  const bytes = []
  let at = 0
  for (const [name, { dtype, shape, values }] of Object.entries(tensors)) {
    const part = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
    header[name] = { dtype, shape, data_offsets: [at, (at += part.length)] }
    bytes.push(part)
  }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  await writeFile(path, Buffer.concat([length, text, ...bytes]))
}

function writeJson(path, value) {
  return writeFile(path, JSON.stringify(value))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2]
  if (!folder) throw new Error('usage: node server/test/tiny-models.mjs <folder>')
  await makeStaticModel(join(folder, 'tiny-static'))
  console.log(`EMBEDDINGS=local EMBEDDINGS_MODEL_DIR=${join(folder, 'tiny-static')}`)
}
