const numberWord =
  /(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundred|thousand|million|billion|once|twice|none|no|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|cent|mille|aucune?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|hundert|tausend|keine?)(?!\p{L})|[一二三四五六七八九十百千万两]/iu

/** The numbers of a text, without those within codes such as "H200" and indices such as "[1]". */
export function numbersIn(text: string): string[] {
  return text.match(/(?<![\p{L}\p{N}_[-]|\p{N}[.,])\p{N}+(?:[.,]\p{N}+)*/gu) ?? []
}

/** Whether a text names a quantity, in figures or words, other than years and the numbers that the question holds. */
export function hasQuantity(text: string, asked: { has(number: string): boolean }): boolean {
  return (
    numberWord.test(text) || numbersIn(text).some((number) => !asked.has(number) && !/^(?:19|20)\d\d$/.test(number))
  )
}
