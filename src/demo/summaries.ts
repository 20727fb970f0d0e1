/** What a workspace is about, by the language (ISO 639-1) of the text. */
export type Summaries = Record<'en' | 'de', string>

export const companySummary: Summaries = {
  en: 'Rules and facts for everyone at Meridian Instruments: the employee handbook with leave and working hours, travel and security policies, mobile work, laboratory safety, the sites, the organisation and the first weeks of new colleagues.',
  de: 'Regeln und Fakten für alle bei Meridian Instruments: das Handbuch mit Urlaub und Arbeitszeit, die Richtlinien zu Reisen und Sicherheit, mobiles Arbeiten, Laborsicherheit, Standorte, Organisation und die ersten Wochen neuer Kolleginnen und Kollegen.',
}

export const productSummary: Summaries = {
  en: 'What engineers and technicians need: the data sheet and firmware releases of the Horizon H200, the calibration records of 2026 and the French service guide of the Tidal T50.',
  de: 'Was Entwicklung und Service brauchen: Datenblatt und Firmware-Versionen des Horizon H200, die Kalibrierprotokolle von 2026 und die französische Wartungsanleitung des Tidal T50.',
}
