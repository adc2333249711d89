/** Keys of records in other words and languages, by the key that `recordClaims` knows. */
const SYNONYMS: Readonly<Record<string, string>> = {
  name: 'nombre|nom|naam|nome',
  'full name': 'fn|nombre completo|nom complet|vollständiger name|nom et prénom|apellidos y nombre|vor und nachname',
  employee: 'mitarbeiter|mitarbeiterin|empleado|empleada|employé|employée|staff member|staff',
  contact:
    'contact person|ansprechpartner|ansprechpartnerin|kontakt|contacto|persona de contacto|personne de contact|interlocuteur',
  member: 'mitglied|miembro|socio|socia|membre',
  patient: 'paciente|client name|service user',
  student: 'schüler|schülerin|alumno|alumna|élève',
  email:
    'e mail adresse|email adresse|e mail address|email address|mailadresse|correo|correo electrónico|courriel|adresse e mail|adresse email|adresse électronique',
  phone:
    'telefon|telefonnummer|handy|handynummer|mobil|mobilnummer|rufnummer|teléfono|telefono|móvil|celular|téléphone|tél|portable|numéro de téléphone|phone no|mobile no|contact number|mobile number|cell phone|telefoon',
  company:
    'firma|arbeitgeber|unternehmen|empresa|empleador|compañía|organización|entreprise|société|employeur|bedrijf|current employer',
  role: 'rolle|funktion|beruf|stelle|tätigkeit|jobtitel|puesto|cargo|profesión|ocupación|poste|fonction|métier|post|designation|job role|current role|functie|beroep',
  city: 'wohnort|stadt|ciudad|localidad|lugar de residencia|ville|domicile|lieu de résidence|based in|woonplaats',
  location: 'standort|sitz|ubicación|sede|siège|lieu',
  manager: 'vorgesetzter|vorgesetzte|teamleitung|jefe|jefa|superior|supérieur|supérieure|reporting to|managed by',
  birthday:
    'geburtsdatum|geburtstag|geb|geboren|geboren am|fecha de nacimiento|cumpleaños|date de naissance|né le|née le|born|bday|d o b|birth date|geboortedatum',
  'place of birth': 'geburtsort|birthplace|born in|lugar de nacimiento|lieu de naissance|birth place',
  age: 'alter|edad|âge|leeftijd',
  nationality: 'nationalität|staatsangehörigkeit|nacionalidad|nationalité|citizenship|nationaliteit',
  languages: 'sprachen|sprache|idiomas|idioma|langues|langue|talen',
  allergies: 'allergie|allergien|alergias|alergia',
  diet: 'ernährung|dieta|régime|régime alimentaire|dietary requirements|dietary needs',
  spouse: 'ehepartner|ehepartnerin|ehefrau|ehemann|cónyuge|esposa|esposo|marido|conjoint|conjointe|époux|épouse',
  nickname: 'spitzname|apodo|surnom|known as|preferred name',
  club: 'verein|équipe|mannschaft|equipo',
  owner: 'besitzer|besitzerin|halter|halterin|dueño|dueña|propriétaire',
  breed: 'rasse|raza|race',
};
const CANONICAL: ReadonlyMap<string, string> = new Map(
  Object.entries(SYNONYMS).flatMap(([key, others]) => others.split('|').map((other) => [other, key] as const)),
);

/** The key that says the same in the words that `recordClaims` knows; any other key as it is. */
export function canonicalKey(words: string): string {
  return CANONICAL.get(words) ?? words;
}
