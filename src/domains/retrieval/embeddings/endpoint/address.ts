import { EndpointError } from './error.ts'

/**
 * The address of an operation below a configured base address. `base` is what administrators have at hand: the server's
 * origin (`/v1` is added), the root of its interface, or the whole address of the operation. A query string is kept.
 * `operation` is the path below the root, such as `/chat/completions`.
 */
export function operationAddress(label: string, base: string, operation: string): URL {
  const url = URL.parse(base)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new EndpointError(`${label} is not configured with a valid http or https address.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new EndpointError(`${label} is configured with credentials in its address; they belong in its API key.`)
  }
  const root = url.pathname.replace(/\/+$/, '')
  if (!root.endsWith(operation)) url.pathname = `${root === '' ? '/v1' : root}${operation}`
  url.hash = ''
  return url
}

/** The request headers. Throws when the key holds characters that no header can carry, without quoting it. */
export function requestHeaders(label: string, apiKey: string | null): Record<string, string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  if (apiKey === null || apiKey === '') return headers
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new EndpointError(`${label} is configured with an API key that holds spaces or other unusable characters.`)
  }
  return { ...headers, authorization: `Bearer ${apiKey}` }
}
