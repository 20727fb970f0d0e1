import type { WrittenDocument } from '../formats/content.ts'

export const travelPolicy: WrittenDocument = {
  title: 'Travel policy',
  language: 'en-GB',
  sections: [
    {
      heading: 'Purpose',
      paragraphs: [
        'This policy says how employees of Meridian Instruments travel on business and what is paid back. It applies from 1 January 2026.',
      ],
    },
    {
      heading: 'Booking',
      paragraphs: [
        'Trips are booked through the travel desk, travel@meridian.example, after the team lead has approved them.',
        'The train is the first choice. Flights are allowed when the journey by train takes more than six hours.',
        'Second class is the rule on trains. First class may be booked when it costs no more or when the journey takes longer than three hours.',
      ],
    },
    {
      heading: 'Hotels',
      paragraphs: [
        'A hotel night may cost up to 140 euros including breakfast, and up to 190 euros in London, Paris, Zurich and Amman.',
      ],
    },
    {
      heading: 'Meals and daily allowance',
      paragraphs: [
        'The daily allowance for meals is 28 euros for a full day and 14 euros for the days of arrival and departure.',
        'Meals with customers are paid on receipt; write the names of the guests on it.',
      ],
    },
    {
      heading: 'Expenses',
      paragraphs: [
        'Receipts are handed in within 30 days of the end of the trip. Expenses are paid back with the next salary.',
        'A trip in a private car is paid with 0.30 euros per kilometre.',
      ],
    },
  ],
}
