// Makes tiny working models from the sample conversation, the same ones each time:
//
//   node packages/local-models/test/tiny-models.mjs <folder>      writes <folder>/tiny-static and <folder>/tiny-onnx
//
// They know only the words of that conversation. EMBEDDINGS_MODEL_DIR accepts them like any other model.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onnxOf } from './tiny-onnx.mjs'
import { learnVectors, readVocabulary } from './tiny-training.mjs'

const DIM = 48
const UNKNOWN = '[UNK]'
const PADDING = '[PAD]'
const [FIRST, LAST] = ['[CLS]', '[SEP]']
const TOKENS_MAX = 128

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

/** Writes a sentence transformer as ONNX into a folder: the same vectors, and one layer of a network. */
export async function makeOnnxModel(folder, { pooling = 'mean' } = {}) {
  await mkdir(join(folder, 'onnx'), { recursive: true })
  await mkdir(join(folder, '1_Pooling'), { recursive: true })
  const { tokens, sequences } = readVocabulary([PADDING, UNKNOWN, FIRST, LAST])
  const vectors = learnVectors(sequences, tokens.length, DIM)
  // The first token is the same for all texts, so it must not dominate their vectors.
  const first = tokens.indexOf(FIRST) * DIM
  vectors.fill(0.01, first, first + DIM)
  await writeFile(join(folder, 'onnx/model.onnx'), onnxOf(vectors, tokens.length, DIM))
  await writeJson(join(folder, 'tokenizer.json'), {
    ...tokenizerOf(tokens, [PADDING, UNKNOWN, FIRST, LAST]),
    post_processor: {
      type: 'BertProcessing',
      ...{ sep: [LAST, tokens.indexOf(LAST)], cls: [FIRST, tokens.indexOf(FIRST)] },
    },
  })
  await writeJson(join(folder, 'tokenizer_config.json'), {
    ...{ tokenizer_class: 'BertTokenizer', do_lower_case: true, model_max_length: TOKENS_MAX },
    ...{ pad_token: PADDING, unk_token: UNKNOWN, cls_token: FIRST, sep_token: LAST },
  })
  await writeJson(join(folder, 'config.json'), {
    ...{ model_type: 'bert', architectures: ['BertModel'], hidden_size: DIM, num_hidden_layers: 1 },
    ...{ num_attention_heads: 1, vocab_size: tokens.length, max_position_embeddings: TOKENS_MAX },
  })
  await writeJson(join(folder, 'sentence_bert_config.json'), { max_seq_length: TOKENS_MAX, do_lower_case: false })
  await writeJson(join(folder, '1_Pooling/config.json'), {
    ...{ word_embedding_dimension: DIM, pooling_mode_cls_token: pooling === 'cls' },
    pooling_mode_mean_tokens: pooling === 'mean',
  })
}

/** A tokenizer.json that lowercases, splits words and punctuation, and then takes the longest known pieces. */
export function tokenizerOf(tokens, specials = [PADDING, UNKNOWN]) {
  const special = (content) => ({
    ...{ id: tokens.indexOf(content), content, special: true },
    ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
  })
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: specials.map(special),
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
  if (!folder) throw new Error('usage: node packages/local-models/test/tiny-models.mjs <folder>')
  await makeStaticModel(join(folder, 'tiny-static'))
  await makeOnnxModel(join(folder, 'tiny-onnx'))
  for (const model of ['tiny-static', 'tiny-onnx'])
    console.log(`EMBEDDINGS=local EMBEDDINGS_MODEL_DIR=${join(folder, model)}`)
}
