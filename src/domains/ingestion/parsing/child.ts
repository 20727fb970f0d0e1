import { cutNetwork } from './isolation.ts'

// Before any parser is loaded: what is imported afterwards finds no network to hold on to.
cutNetwork()
await import('./child-answers.ts')
