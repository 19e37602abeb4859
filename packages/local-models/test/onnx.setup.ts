import { installPart } from '../../../server/test/optional-part.ts'

/** Installs the optional library of sentence transformers. */
export default () => installPart('packages/local-models/onnx', 'setup:onnx')
