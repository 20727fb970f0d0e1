import type { Sheet } from '../formats/xlsx.ts'

export const orgChart: Sheet[] = [
  {
    name: 'People',
    rows: [
      ['Name', 'Role', 'Team', 'Reports to', 'Site'],
      ['Helena Voss', 'Managing director', 'Management', '', 'Lübeck'],
      ['Clara Berg', 'Head of operations', 'Management', 'Helena Voss', 'Lübeck'],
      ['Tobias Krämer', 'Head of engineering', 'Engineering', 'Helena Voss', 'Lübeck'],
      ['Marcus Oyelaran', 'Hardware engineer', 'Engineering', 'Tobias Krämer', 'Lübeck'],
      ['Julien Moreau', 'Field service technician', 'Engineering', 'Tobias Krämer', 'Lyon'],
      ['Sofia Lindqvist', 'Key account manager', 'Sales', 'Clara Berg', 'Lübeck'],
      ['Layla Haddad', 'Sales manager Middle East', 'Sales', 'Clara Berg', 'Amman'],
    ],
  },
  {
    name: 'Teams',
    rows: [
      ['Team', 'Employees', 'Lead'],
      ['Management', 4, 'Helena Voss'],
      ['Engineering', 46, 'Tobias Krämer'],
      ['Assembly and calibration', 58, 'Clara Berg'],
      ['Sales', 20, 'Clara Berg'],
      ['People and finance', 12, 'Helena Voss'],
    ],
  },
]
