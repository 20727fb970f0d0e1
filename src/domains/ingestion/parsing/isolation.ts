import dgram from 'node:dgram'
import dns from 'node:dns'
import http2 from 'node:http2'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'

function refuse(): never {
  throw new Error('The parsing process has no network.')
}

/**
 * Takes the network away from this process. Node's permission model keeps it from files, programs and threads; the versions before 25
 * leave the network open, so every way to it through the standard library is closed here, before any parser is loaded.
 */
export function cutNetwork(): void {
  for (const target of [net.Socket.prototype, net.Server.prototype, dgram.Socket.prototype]) {
    for (const name of ['connect', 'listen', 'bind', 'send']) {
      if (name in target) Object.defineProperty(target, name, { value: refuse, writable: false, configurable: false })
    }
  }
  closeAll(net, ['connect', 'createConnection', 'createServer'])
  closeAll(tls, ['connect', 'createServer'])
  closeAll(http2, ['connect', 'createServer', 'createSecureServer'])
  closeAll(dgram, ['createSocket'])
  for (const target of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    closeAll(
      target,
      Object.getOwnPropertyNames(target).filter((name) => /^(lookup|resolve|reverse)/.test(name)),
    )
  }
  closeAll(globalThis, ['fetch', 'WebSocket', 'EventSource'])
  closeAll(process, ['binding', '_linkedBinding', 'dlopen'])
  syncBuiltinESMExports()
}

function closeAll(target: object, names: string[]): void {
  for (const name of names)
    if (name in target) Object.defineProperty(target, name, { value: refuse, configurable: false })
}
