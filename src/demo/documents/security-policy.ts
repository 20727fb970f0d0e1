import type { WrittenDocument } from '../formats/content.ts'

export const securityPolicy: WrittenDocument = {
  title: 'Information security policy',
  language: 'en-GB',
  sections: [
    {
      heading: '1 Scope',
      paragraphs: [
        'This policy holds for everyone who works with the information of Meridian Instruments: employees, contractors and visitors. It covers every device and every service, at the sites in Lübeck, Lyon and Amman and away from them. The chief information security officer is Clara Berg.',
      ],
    },
    {
      heading: '2 Passwords and sign-in',
      paragraphs: [
        'A password has at least 14 characters and is used for one account only. Passwords are kept in the password manager of the company, never on paper or in a file.',
        'A second factor is required for e-mail, for the source code and for every remote access. Hardware keys are preferred; the service desk hands them out.',
        'A password is changed when there is reason to believe that someone else knows it. It need not be changed at fixed intervals.',
      ],
    },
    {
      heading: '3 Devices',
      paragraphs: [
        'Laptops lock themselves after five minutes without use. Their disks are encrypted, and updates are installed within seven days.',
        'Private devices may read e-mail in the browser. They may not store files of the company.',
        'A lost or stolen device is reported at once, also at night and at weekends.',
      ],
    },
    {
      heading: '4 Classification of information',
      paragraphs: [
        'Information is public, internal or confidential. Drawings, firmware, prices of individual customers and personal data are confidential. Whatever bears no mark is internal.',
        'Confidential information leaves the company in encrypted form only, and only to partners who have signed a confidentiality agreement.',
      ],
    },
    {
      heading: '5 Incidents',
      paragraphs: [
        'Every security incident is reported within one hour to security@meridian.example or by telephone to extension 7070. Nobody is blamed for a report that turns out to be a false alarm.',
        'The security team answers within 30 minutes, writes down what happened and informs the data protection officer when personal data may be affected.',
      ],
    },
    {
      heading: '6 Backups',
      paragraphs: [
        'Backups of all servers run every night and are kept for 35 days. A copy of every Sunday goes to the site in Lyon and is kept for one year.',
        'Restoring is practised twice a year, in April and in October. The result is reported to the management.',
      ],
    },
    {
      heading: '7 Visitors',
      paragraphs: [
        'Visitors sign in at reception, wear a yellow badge and are accompanied at all times. They use the guest network, which has no way into the network of the company.',
      ],
    },
    {
      heading: '8 Review',
      paragraphs: [
        'This policy is reviewed every year in November. Exceptions are granted by the chief information security officer, in writing and for six months at most.',
      ],
    },
  ],
}
