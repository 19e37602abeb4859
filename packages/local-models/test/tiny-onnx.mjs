// Writes a small network as an ONNX file. The format is a protocol buffer, of which only a small part is needed.
//
//   hidden = (words + kinds) + tanh((words + kinds) × mix + bias), and 0 where the mask is 0

const [FLOAT, INT64] = [1, 7]
const [VARINT, BYTES] = [0, 2]
const IR_VERSION = 8
const OPSET = 13
const BATCH_OF_TEXTS = ['batch', 'tokens']

/** The bytes of a network with vectors for `count` tokens, row by row with `dim` values each. */
export function onnxOf(vectors, count, dim) {
  const mix = Float32Array.from({ length: dim * dim }, (_, i) => 0.02 * Math.sin(i * 1.7))
  const bias = Float32Array.from({ length: dim }, (_, i) => 0.01 * Math.cos(i))
  const graph = [
    ...[
      node('Gather', ['vectors', 'input_ids'], 'words'),
      node('Gather', ['kinds', 'token_type_ids'], 'kind'),
      node('Add', ['words', 'kind'], 'both'),
      node('MatMul', ['both', 'mix'], 'mixed'),
      node('Add', ['mixed', 'bias'], 'moved'),
      node('Tanh', ['moved'], 'bent'),
      node('Add', ['both', 'bent'], 'all'),
      node('Cast', ['attention_mask'], 'mask', field(5, [field(1, 'to'), field(3, FLOAT), field(20, 2)])),
      node('Unsqueeze', ['mask', 'last'], 'column'),
      node('Mul', ['all', 'column'], 'last_hidden_state'),
    ].map((bytes) => field(1, bytes)),
    field(2, 'tiny'),
    ...[
      tensor('vectors', FLOAT, [count, dim], vectors),
      tensor('kinds', FLOAT, [2, dim], new Float32Array(2 * dim)),
      tensor('mix', FLOAT, [dim, dim], mix),
      tensor('bias', FLOAT, [dim], bias),
      tensor('last', INT64, [1], BigInt64Array.of(-1n)),
    ].map((bytes) => field(5, bytes)),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) => field(11, value(name, INT64, BATCH_OF_TEXTS))),
    field(12, value('last_hidden_state', FLOAT, [...BATCH_OF_TEXTS, dim])),
  ]
  return Buffer.concat([field(1, IR_VERSION), field(2, 'memory-service'), field(7, graph), field(8, [field(2, OPSET)])])
}

function node(kind, inputs, output, ...attributes) {
  return [...inputs.map((name) => field(1, name)), field(2, output), field(4, kind), ...attributes]
}

function tensor(name, type, dims, values) {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  return [...dims.map((dim) => field(1, dim)), field(2, type), field(8, name), field(9, bytes)]
}

function value(name, type, dims) {
  const shape = dims.map((dim) => field(1, [typeof dim === 'number' ? field(1, dim) : field(2, dim)]))
  return [field(1, name), field(2, [field(1, [field(1, type), field(2, shape)])])]
}

/** One field: a number as a varint; text, bytes or a message (a list of fields) prefixed with its length. */
function field(number, content) {
  if (typeof content === 'number') return Buffer.concat([varint((number << 3) | VARINT), varint(content)])
  const bytes = Array.isArray(content) ? Buffer.concat(content) : Buffer.from(content)
  return Buffer.concat([varint((number << 3) | BYTES), varint(bytes.length), bytes])
}

function varint(number) {
  const bytes = []
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) | 128)
  return Buffer.from([...bytes, number])
}
