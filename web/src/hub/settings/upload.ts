import type { Shape } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'

/**
 * Uploads a file of memories. Uses XMLHttpRequest, because `fetch` reports no upload progress.
 * @param onProgress receives the number of bytes sent so far
 * @throws ApiError when the service rejects the file or cannot be reached
 */
export function upload(file: File, onProgress: (bytes: number) => void): Promise<Shape<'Imported'>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/v1/import')
    request.setRequestHeader('content-type', 'application/x-ndjson')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onerror = () => reject(new ApiError(undefined, undefined))
    request.onload = () => {
      if (request.status === 200) return resolve(request.response)
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' }
      reject(new ApiError(new Response(null, { status: request.status, headers }), request.response ?? undefined))
    }
    request.send(file)
  })
}
