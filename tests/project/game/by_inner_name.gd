extends NamedBase.Inner.Deeper
@rpc func z(): pass
