/** Tensors as typed arrays of the type that `dtype` names. */
type Tensors = Record<string, { dtype: string; shape: number[]; values: ArrayBufferView }>

export function makeStaticModel(folder: string): Promise<void>
export function makeOnnxModel(folder: string, options?: { pooling?: 'mean' | 'cls' }): Promise<void>
export function tokenizerOf(tokens: string[]): Record<string, unknown>
export function writeTensors(path: string, tensors: Tensors): Promise<void>
