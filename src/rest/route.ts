import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Response } from 'express'
import type { z } from 'zod'
import type { Viewer } from '../viewer.ts'
import type { Envelope } from './envelopes.ts'

/** The operation groups of the published interface (its tags); maintenance periods name them. */
export type OperationGroup =
  | 'Agents'
  | 'Threads'
  | 'Tools'
  | 'Models'
  | 'MCP'
  | 'Sources'
  | 'Artifacts'
  | 'Agent'
  | 'Files'
  | 'Facets'
  | 'Tags'
  | 'Workspaces'
  | 'Files Processing'
  | 'Users'
  | 'API Keys'
  | 'User Groups'
  | 'SCIM'

/** Who may ask, before anything is looked up; which rows they then see is for the graph to say. */
export type Access = 'authenticated' | 'manager' | 'admin'

/** Where an answer is read: what its links begin with, and the address that was asked. */
export type Wire = { baseUrl: string; path: string; search: URLSearchParams }

export type RouteInput<Params, Query, Body> = { params: Params; query: Query; body: Body }

/**
 * One operation of the wire. The router reads this declaration: path, method, who may ask, what is checked, and how the
 * answer is mapped; the work is done by `document`, which runs in-process.
 */
export type Route<
  Data = unknown,
  Variables extends Record<string, unknown> = Record<string, unknown>,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Every path of the operation, exact to the slash; parameters in braces. */
  paths: readonly string[]
  group: OperationGroup
  summary: string
  access: Access
  envelope: Envelope
  status: 200 | 201 | 204
  params: Params
  query: Query
  /** What the body is checked against; absent where there is none. A multipart body is checked as its fields and files. */
  body?: Body
  /** `json` unless said otherwise. */
  accepts?: 'json' | 'multipart'
  document: TypedDocumentNode<Data, Variables>
  variables: (input: RouteInput<z.output<Params>, z.output<Query>, z.output<Body>>) => Variables
  /** The body of the answer; undefined where there is none. */
  respond: (data: Data, wire: Wire, input: RouteInput<z.output<Params>, z.output<Query>, z.output<Body>>) => unknown
}

/** A route with its types forgotten, as the router and the documentation see it. */
export type AnyRoute = Omit<Route, 'document' | 'variables' | 'respond'> & {
  document: TypedDocumentNode<unknown, Record<string, unknown>>
  variables: (input: RouteInput<never, never, never>) => Record<string, unknown>
  respond: (data: never, wire: Wire, input: RouteInput<never, never, never>) => unknown
}

/** An operation that answers with bytes, which are no part of the graph; it is refused like every other. */
export type StreamRoute = Omit<
  Route,
  'method' | 'body' | 'accepts' | 'document' | 'variables' | 'respond' | 'answer'
> & {
  method: 'GET'
  /** Sends headers and bytes; what it refuses, it refuses before the first of them. */
  send: (input: RouteInput<never, never, undefined>, viewer: Viewer, response: Response) => Promise<void>
}

/** Declares a route; here its parts are checked against each other, so that a wrong variable or member does not compile. */
export function route<
  Data,
  Variables extends Record<string, unknown>,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
>(declaration: Route<Data, Variables, Params, Query, Body>): AnyRoute {
  return declaration as unknown as AnyRoute
}

/** Runs a stored document for a viewer; what the router is given of the graph. */
export type Execute = (
  document: TypedDocumentNode<unknown, Record<string, unknown>>,
  variables: Record<string, unknown>,
  caller: { viewer: Viewer; requestId: string },
) => Promise<unknown>
