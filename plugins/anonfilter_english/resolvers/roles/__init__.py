"""What people are in a document: judge, witness, party."""
