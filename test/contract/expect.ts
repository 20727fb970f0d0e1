import { expect } from 'vitest'
import type { z } from 'zod'
import type { Reply } from '../support/service.ts'
import { refusal, type WireCode } from './wire.ts'

/** The answer, checked to the last member: one too many or too few fails. */
export function expectAnswer<Schema extends z.ZodType>(reply: Reply, status: number, schema: Schema): z.output<Schema> {
  expect(reply.status, reply.text).toBe(status)
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return schema.parse(reply.json)
}

/** A refusal in the envelope of the v2 operations, with its code; gives what it says. */
export function expectRefusal(reply: Reply, error: WireCode): string {
  expect(reply.headers.get('content-type'), reply.text).toBe('application/json; charset=utf-8')
  const body = refusal.parse(reply.json)
  expect(body.error, reply.text).toBe(error)
  expect(reply.status).toBe(body.code)
  expect(reply.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
  return body.details
}
