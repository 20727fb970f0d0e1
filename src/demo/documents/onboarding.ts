import type { Slide } from '../formats/pptx.ts'

export const onboarding: Slide[] = [
  {
    title: 'Welcome to Meridian Instruments',
    points: [
      'We have made measuring devices in Lübeck since 1987',
      '140 people work at our sites in Lübeck, Lyon and Amman',
    ],
  },
  {
    title: 'Your first day',
    points: [
      'Your first day begins at 9:00 at the reception in Lübeck',
      'Your buddy shows you the house and has lunch with you',
      'The service desk hands out your laptop, badge and hardware key',
    ],
  },
  {
    title: 'Your first two weeks',
    points: [
      'The safety training is mandatory within the first 14 days',
      'You spend two days in the calibration laboratory, whatever your role',
      'Your team lead agrees goals for the probation period with you',
    ],
  },
  {
    title: 'What we make',
    points: [
      'Horizon H200, a laser distance meter',
      'Tidal T50, an ultrasonic flow meter',
      'Vertex V10, a pressure gauge',
    ],
  },
  {
    title: 'Who helps',
    points: [
      'People team: people@meridian.example',
      'Service desk: extension 6060',
      'Travel desk: travel@meridian.example',
    ],
  },
]
