/** The body of a response: parsed if it is JSON, text if it is anything else or a file to download. */
export async function bodyOf(response: Response) {
  const { headers } = response
  const text = await response.text()
  const isJson = !headers.has('content-disposition') && headers.get('content-type')?.startsWith('application/json')
  return isJson ? JSON.parse(text) : text
}
