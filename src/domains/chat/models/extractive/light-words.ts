import { termsOf } from './terms.ts'

/** Words that are part of many questions and do not tell what is asked for. */
const words = `
  allow apply become begin belong call come contain currently describe exist find found general get give go happen have hold include
  keep kind know made make mean must named name need number occur part provide put require said say see set sort stand start
  take tell thing total type use used want way work would
  contient doit dire faire faut fait mettre nom nombre peut peuvent prendre trouver utiliser
  beträgt betragen braucht darf dürfen findet geben gilt heißt kommt lautet liegt machen müssen nennt soll sollen stehen steht
  يجب يمكن اسم توجد يوجد`

const light = new Set(termsOf(words))

/** Whether a term says little about what a question asks for. */
export function isLight(term: string): boolean {
  return light.has(term)
}
