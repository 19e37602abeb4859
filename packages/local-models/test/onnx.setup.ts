import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const LIBRARY = '@huggingface/transformers'

/** Installs the optional library of sentence transformers, unless the pinned version is installed. */
export default function setup() {
  const { dependencies } = read('../onnx/package.json')
  if (read(`../onnx/node_modules/${LIBRARY}/package.json`).version === dependencies?.[LIBRARY]) return
  const cwd = fileURLToPath(new URL('../../..', import.meta.url))
  execFileSync('npm', ['run', '--silent', 'setup:onnx'], { cwd, stdio: 'inherit' })
}

function read(path: string): { version?: string; dependencies?: Record<string, string> } {
  try {
    return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
  } catch {
    return {}
  }
}
