"""Find the roles of people in a document: judge, witness, party."""
