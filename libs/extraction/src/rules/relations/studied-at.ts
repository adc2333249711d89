import type { RelationRule } from '../language/claim-rule.js';

/** Rules for places of study. */
export const STUDIED_AT_RULES: readonly RelationRule[] = [
  {
    relation: 'studied_at',
    past: 'asserted',
    patterns: {
      'A {study} at @det? B': 'Ola studies at Lund => Ola studied_at Lund',
      'A {study} .. at @det? B': 'Minh studied law at the University of Hue. => Minh studied_at University of Hue',
      'A {study} .. N at @det? B':
        'Timo studied under Professor Tanaka at Kyoto University => Timo studied_at Kyoto University',
      'A {read,study,learn} .. at|in @det? B:school':
        'I studied physics at the University of Oslo. => Maya studied_at University of Oslo',
      'A {be} an alumnus|alumna|alum|graduate of @det? B': 'Ola is an alumna of Lund => Ola studied_at Lund',
      'A {graduate} from @det? B':
        'Ssali graduated from Makerere University in 2011. => Ssali studied_at Makerere University',
      'A graduated from @det? B':
        'Ssali graduated from Makerere University in 2011. => Ssali studied_at Makerere University',
      'A {go} to @det? B:school':
        'Went to Trinity College, dropped out after a year => Maya studied_at Trinity College',
      'A went to @det? B:school':
        'Went to Trinity College, dropped out after a year => Maya studied_at Trinity College',
      'A {attend} @det? B:school': 'Ola attends Lund University => Ola studied_at Lund University',
      'B , where A {study}': 'Lund, where Ola studied, is small => Ola studied_at Lund',
      'A did|finished|started .. at @det? B:school':
        'Ola finished at Lund University => Ola studied_at Lund University',
      'A {do,get,finish,start,complete,have,hold,earn} .. degree|phd|ph.d.|doctorate|masters|master|msc|mba|bachelor|bachelors|ba|bsc|undergrad|postdoc|exchange .. at|from @det? B':
        'Yusuf did his PhD at ETH Zurich => Yusuf studied_at ETH Zurich',
      "A got|did|finished|earned|completed|have|has|hold|holds|doing .. degree|phd|ph.d.|masters|master|msc|mba|bachelor|ba|bsc|doctorate|undergrad 's? .. at|from @det? B":
        "I did my master's at Uppsala University => Maya studied_at Uppsala University",
      'A {be} a|an .. student at @det? B':
        "I'm a student at the Royal Academy of Music => Maya studied_at Royal Academy of Music; Maya occupation student",
      'A enrolled at|in @det? B:organization': 'Ola enrolled at Lund University => Ola studied_at Lund University',
      'A {be,start} at|in @det? B:school': 'Ola is at Lund University now. => Ola studied_at Lund University',
      'A {finish,do,complete,write} P .. at @det? B:school':
        'Ola is finishing her thesis at Lund University => Ola studied_at Lund University',
      'A {take,have} .. course|classes|class|lessons at @det? B:school':
        'Ola takes a course at Lund University => Ola studied_at Lund University',
      'A {be} in .. year at @det? B:school':
        'Ola is in her second year at Lund University. => Ola studied_at Lund University',
      'A dropped out of B': 'I dropped out of Delft University => Maya studied_at Delft University',
    },
    counterExamples: ['Did Minh study at Lund?'],
  },
];
