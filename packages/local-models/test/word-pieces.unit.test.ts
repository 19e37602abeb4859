import { Tokenizer } from '@huggingface/tokenizers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encoderOf, type WordPieces } from '../src/word-pieces.ts'

const LETTERS = ['a', 'b', 'é', '漢', '😀', '\ud83d', '#', '-']
const word = (maxLength: number) =>
  fc.array(fc.constantFrom(...LETTERS), { maxLength }).map((letters) => letters.join(''))

function library(tokens: string[], charsMax: number): WordPieces {
  const vocab = Object.fromEntries(['[UNK]', ...tokens].map((token, id) => [token, id]))
  const bounds = { continuing_subword_prefix: '##', max_input_chars_per_word: charsMax }
  const parts = { normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null, added_tokens: [] }
  return new Tokenizer({ ...parts, model: { type: 'WordPiece', unk_token: '[UNK]', ...bounds, vocab } }, {}).model
}

test('splits words into the same pieces as the library', () => {
  const tokens = fc.array(fc.tuple(word(4), fc.boolean()), { maxLength: 30 })
  fc.assert(
    fc.property(tokens, fc.integer({ min: 1, max: 12 }), fc.array(word(14)), (tokens, charsMax, words) => {
      const model = library(
        tokens.map(([token, inside]) => (inside ? `##${token}` : token)),
        charsMax,
      )
      expect(encoderOf(model)(words)).toEqual(model.encode(words))
    }),
    { numRuns: 2_000 },
  )
})

test('tries no candidates longer than the longest known piece', () => {
  const model = library(['a', '##a', '##aa'], 100)
  let lookups = 0
  const known = new Map(model.tokens_to_ids)
  known.has = (token) => {
    lookups++
    return Map.prototype.has.call(known, token)
  }
  expect(
    encoderOf({ ...model, tokens_to_ids: known, config: model.config })(['a'.repeat(100), 'b'.repeat(100)]),
  ).toHaveLength(52)
  expect(lookups).toBeLessThan(400)
})
