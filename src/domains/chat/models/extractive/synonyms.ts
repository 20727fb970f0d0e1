import { termsOf } from './terms.ts'

/** Words of several languages that ask for, or tell of, the same everyday thing; one line a thing. */
const things = `
  price prices cost costs pricing preis preise kosten kostet prix coût coûte tarif سعر ثمن تكلفة
  employee employees staff personnel workforce mitarbeiter mitarbeitende beschäftigte employé employés effectif موظف موظفين
  salary salaries wage wages gehalt gehälter lohn salaire راتب رواتب
  phone telephone telefon téléphone هاتف
  email mail courriel
  address adresse anschrift عنوان
  weight weigh weighs gewicht wiegt poids pèse وزن
  warranty guarantee garantie ضمان
  vacation urlaub congé congés إجازة
  date datum تاريخ`

const thingOf = new Map(
  things
    .trim()
    .split('\n')
    .flatMap((line, thing) => termsOf(line).map((term) => [term, thing] as const)),
)

/** Whether two terms name the same thing in other words, or in another language. */
export function areSynonyms(first: string, second: string): boolean {
  const thing = thingOf.get(first)
  return thing !== undefined && thing === thingOf.get(second)
}
